import {readFileSync, writeFileSync} from 'node:fs';
import {gunzipSync, gzipSync} from 'node:zlib';
import type {TracedEvent} from '../../src/exchanges/trace/format.js';
import {readTrace, type TraceReading} from '../../src/exchanges/trace/read-trace.js';
import {TraceLines} from '../../src/exchanges/trace/trace-recorder.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/start-sandbox.js';
import {replay} from '../../src/sandbox/trace/replay.js';
import {sendRequest, type TestResponse} from './http.js';

/** Reads the lines of a trace. */
export const linesOf = (file: string): string[] =>
  gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');

/** Writes a valid trace with the given lines, as the sandbox would. */
export function writeTrace(file: string, [head, ...events]: readonly string[]): void {
  const lines = new TraceLines();
  const texts = [lines.head(JSON.parse(head!)), ...events.map(line => lines.event(line.replace(/^\{"n":\d+,/, '')))];
  writeFileSync(file, gzipSync([...texts, lines.end()].join('')));
}

export const eventsOf = async (file: string): Promise<TracedEvent[]> => collect(await readTrace(file));

async function collect({events}: TraceReading): Promise<TracedEvent[]> {
  const all: TracedEvent[] = [];
  for await (const event of events) {
    all.push(event);
  }
  return all;
}

export const replayFile = async (file: string, from?: string) => replay(await readTrace(file), from);

export interface Step {
  readonly method: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: unknown;
  /** A raw body. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Send = (step: Step) => Promise<TestResponse>;

/** @param now null for the system time */
type Options = Omit<StartOptions, 'now'> & {readonly now?: string | null};

/** Records a trace while `work` runs. By default the sandbox has no data and a frozen clock. */
export async function traceOf(
  file: string,
  {now = '2026-01-01T00:00:00Z', ...options}: Options,
  work: (send: Send, sandbox: RunningSandbox) => Promise<unknown>,
): Promise<void> {
  const origin = options.from === undefined && options.constituents === undefined ? {constituents: 0} : {};
  const sandbox = await startSandbox({...origin, ...(now !== null && {now}), ...options, trace: file});
  try {
    await work(({method, path, key = 'sandbox-key', body, raw, headers}) => {
      const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const type = sent === undefined ? {} : {'content-type': 'application/json'};
      const authorization = {authorization: `Bearer ${key}`};
      return sendRequest(`${sandbox.url}${path}`, {
        method,
        headers: {...authorization, ...type, ...headers},
        body: sent,
      });
    }, sandbox);
  } finally {
    await sandbox.close();
  }
}
