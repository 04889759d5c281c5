import {createHash, type Hash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import {createGunzip} from 'node:zlib';
import type * as z from 'zod';
import {endForm, eventForm, headForm, type TracedEvent, type TraceEnd, type TraceHead} from './format.js';
import {traceFormat, traceVersion} from './version.js';

/** An invalid or truncated trace: the message names the problem and the line. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** Characters. Lines of this version are shorter: a body as JSON, and its response. */
const longestLine = 64 * 1024 * 1024;

/** An open trace: its head and its events in order. */
export interface TraceReading {
  readonly head: TraceHead;
  /** @throws TraceError that names the line if the file is damaged or truncated */
  readonly events: AsyncGenerator<TracedEvent, TraceEnd>;
}

/**
 * Opens a trace and streams it: only the current line is in memory.
 * @throws TraceError if the file is not a trace, or has a later format; a system error if it can't be read
 */
export async function readTrace(file: string): Promise<TraceReading> {
  await checkGzip(file);
  const digest = createHash('sha256');
  const lines = linesOf(file);
  const first = await lines.next();
  if (first.done) {
    throw new TraceError(`${file} is empty, and no trace`);
  }
  const head = parseHead(first.value, file);
  digest.update(first.value);
  return {head, events: eventsOf(file, lines, digest)};
}

async function checkGzip(file: string): Promise<void> {
  const start = await buffer(createReadStream(file, {end: 1}));
  if (start.length < 2 || start.readUInt16BE() !== 0x1f8b) {
    throw new TraceError(`${file} is no trace: it is not gzipped`);
  }
}

async function* eventsOf(
  file: string,
  lines: AsyncGenerator<string, void>,
  digest: Hash,
): AsyncGenerator<TracedEvent, TraceEnd> {
  let events = 0;
  for await (const line of lines) {
    const place = `${file}, line ${events + 2}`;
    if (line.startsWith('{"type":"end"')) {
      const end = parsed(endForm, jsonIn(line, place), place);
      if (end.events !== events || end.sha256 !== digest.digest('hex')) {
        throw new TraceError(`${place}: the lines before it are not those that were written; the trace was changed`);
      }
      if (!(await lines.next()).done) {
        throw new TraceError(`${place}: must be the last line, and more follows`);
      }
      return end;
    }
    digest.update(line);
    events += 1;
    const event = parsed(eventForm, jsonIn(line, place), place);
    if (event.n !== events) {
      throw new TraceError(`${place}: must be number ${events}, got ${event.n}; a part of the trace is missing`);
    }
    yield event;
  }
  throw new TraceError(`${file} is cut: it ends after line ${events + 1}, without its last line`);
}

/** Each line includes its newline. @throws TraceError that names the unreadable line */
async function* linesOf(file: string): AsyncGenerator<string, void> {
  const texts = createGunzip({chunkSize: 128 * 1024}).setEncoding('utf8');
  pipeline(createReadStream(file), texts, () => undefined); // the loop throws the errors of both
  let read = 0;
  let line = '';
  try {
    for await (const text of texts as AsyncIterable<string>) {
      const [end = '', ...starts] = text.split('\n');
      line += end;
      for (const start of starts) {
        read += 1;
        yield `${line}\n`;
        line = start;
      }
      if (line.length > longestLine) {
        throw new TraceError(`${file}, line ${read + 1}: is longer than any that format ${traceVersion} has`);
      }
    }
  } catch (error) {
    throw unreadable(error as NodeJS.ErrnoException, `${file}, line ${read + 1}`);
  }
  if (line !== '') {
    throw new TraceError(`${file} is cut: it ends in the middle of line ${read + 1}`);
  }
}

function unreadable(error: NodeJS.ErrnoException, place: string): Error {
  if (error.code === 'Z_BUF_ERROR') {
    return new TraceError(`${place}: the file is cut there`);
  }
  return error.code?.startsWith('Z_')
    ? new TraceError(`${place}: the file is damaged there (${error.message})`)
    : error;
}

/** @throws TraceError if the line does not begin a trace, or begins one of an unsupported version */
function parseHead(line: string, file: string): TraceHead {
  const document = jsonIn(line, `${file}, line 1`) as Partial<Record<string, unknown>> | null;
  if (document?.['format'] !== traceFormat) {
    throw new TraceError(`${file} is no trace of crm-sandbox: its first line does not say so`);
  }
  const {version, sandbox} = document;
  if (typeof version === 'number' && version !== traceVersion) {
    const writer = `the version that wrote it${typeof sandbox === 'string' ? `, ${JSON.stringify(sandbox)}` : ''}`;
    throw new TraceError(
      `${file} is of format ${version}, and this crm-sandbox reads format ${traceVersion}; take ${writer}${version > traceVersion ? ', or a later one' : ''}`,
    );
  }
  return parsed(headForm, document, `${file}, line 1`);
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
