import type * as z from 'zod';
import {endForm, eventForm, headForm, type TracedEvent, type TraceEnd, type TraceHead} from './format.js';
import {traceFormat, traceVersion} from './limits.js';
import {TraceError} from './trace-error.js';

/** @throws TraceError if the line does not begin a trace, or begins one of an unsupported version */
export function parseHead(line: string, file: string): TraceHead {
  const document = jsonIn(line, `${file}, line 1`) as Partial<Record<string, unknown>> | null;
  if (document?.['format'] !== traceFormat) {
    throw new TraceError(`${file} is no trace of crm-sandbox: its first line does not say so`);
  }
  const {version, sandbox} = document;
  if (typeof version === 'number' && version > traceVersion) {
    throw new TraceError(
      `${file} is of format ${version}, and this crm-sandbox reads format ${traceVersion}; take the version that wrote it${typeof sandbox === 'string' ? `, ${JSON.stringify(sandbox)}` : ''}, or a later one`,
    );
  }
  return parsed(headForm, document, `${file}, line 1`);
}

/** @throws TraceError */
export const parseEvent = (line: string, place: string): TracedEvent => parsed(eventForm, jsonIn(line, place), place);

/** @returns undefined if it is not the last line of a trace */
export function parseEnd(line: string, place: string): TraceEnd | undefined {
  return line.startsWith('{"type":"end"') ? parsed(endForm, jsonIn(line, place), place) : undefined;
}

function jsonIn(line: string, place: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new TraceError(`${place}: must be JSON; the trace is damaged`);
  }
}

function parsed<T>(form: z.ZodType<T>, value: unknown, place: string): T {
  const {data, error} = form.safeParse(value);
  if (error !== undefined) {
    const [{path, message}] = error.issues as [z.core.$ZodIssue];
    throw new TraceError(`${place}: ${path.length === 0 ? '' : `${path.join('.')}: `}${message}`);
  }
  return data as T;
}
