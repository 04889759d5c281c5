import {createReadStream} from 'node:fs';
import {buffer} from 'node:stream/consumers';
import {parseMoment} from '../../accounts/clock.js';
import {limits} from '../../limits.js';
import type {TracedRequest} from '../trace/format.js';
import {readTrace} from '../trace/read-trace.js';
import {readHar} from './read-har.js';
import {type RecordedExchange, RecordingError} from './recorded-exchange.js';

/**
 * Reads an HTTP Archive or a trace, which is gzipped. The exchanges are in the order in which they were sent.
 * @throws RecordingError or TraceError, neither of which quotes the file; the system's own error if it can't be read
 */
export async function readRecording(file: string): Promise<RecordedExchange[]> {
  const start = await buffer(createReadStream(file, {end: 1}));
  const isGzip = start.length === 2 && start.readUInt16BE() === 0x1f8b;
  const exchanges = isGzip ? await exchangesOfTrace(file) : await readHar(file);
  if (exchanges.length > limits.recordedExchanges) {
    throw new RecordingError(
      `The recording has ${exchanges.length} requests, and ${limits.recordedExchanges} are the most; record fewer`,
    );
  }
  return exchanges;
}

/** Sandbox operations that replace the data of an account. */
export const replacing = new Set(['reset', 'seed', 'restoreSnapshot', 'restoreState', 'deleteAccount']);

async function exchangesOfTrace(file: string): Promise<RecordedExchange[]> {
  const {events} = await readTrace(file);
  const exchanges: RecordedExchange[] = [];
  const replacements = new Map<string, number>();
  for await (const event of events) {
    if (event.type === 'control') {
      const isReplaced = replacing.has(event.operation);
      replacements.set(event.account, (replacements.get(event.account) ?? 0) + (isReplaced ? 1 : 0));
    } else if (event.method !== '' && exchanges.length <= limits.recordedExchanges) {
      exchanges.push(exchangeOf(event, replacements.get(event.account ?? '')));
    }
  }
  return exchanges;
}

/** @param replacements the number of earlier replacements of the account's data */
export function exchangeOf(event: TracedRequest, replacements = 0): RecordedExchange {
  const {n, at = '', account, method, url, body, status, reply, fault, limited} = event;
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  return {
    number: n,
    group: `${account} ${replacements}`,
    at: parseMoment(at) ?? 0,
    method,
    path,
    search,
    body,
    status,
    reply: typeof reply === 'string' ? reply : undefined,
    isFault: fault !== undefined || limited !== undefined,
  };
}
