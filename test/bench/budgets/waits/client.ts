import {once} from 'node:events';
import {Agent, type IncomingMessage, request} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {Worker} from 'node:worker_threads';
import type {RunningServer} from '../../processes/server.js';
import type {Wait} from './probe.js';

const agent = new Agent({keepAlive: true});

/** A request to the measured server, in the name of one of its accounts. */
export interface HeavyRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly account?: string;
  readonly body?: object;
}

/** Sends a request and reads the response to its end. @throws Error if the server rejects it or the signal aborts it */
export async function send(url: string, heavy: HeavyRequest, signal?: AbortSignal): Promise<string> {
  const {method = 'GET', path, account, body} = heavy;
  const key = account === undefined ? 'sandbox-key' : `sbx_${account}`;
  const headers = {authorization: `Bearer ${key}`, ...(body && {'content-type': 'application/json'})};
  const sent = request(`${url}${path}`, {method, headers, agent, ...(signal && {signal})});
  sent.end(body && JSON.stringify(body));
  let response: IncomingMessage;
  try {
    [response] = (await once(sent, 'response')) as [IncomingMessage];
  } catch (error) {
    if (sent.reusedSocket && signal?.aborted !== true) {
      return send(url, heavy, signal); // the server has just closed the idle connection
    }
    throw error;
  }
  let start = '';
  for await (const chunk of response) {
    start = start.length < 10_000 ? `${start}${chunk}` : start; // an export of 700 MB does not fit into a string
  }
  if (response.statusCode! >= 300) {
    throw new Error(`${method} ${path}: ${response.statusCode} ${start.slice(0, 300)}`);
  }
  return start;
}

/** Opens event streams and closes them after two seconds, since the other client's requests never stop. */
export async function readStreams(url: string, paths: readonly string[]): Promise<void> {
  const read = async (path: string) => {
    const sent = request(`${url}${path}`, {headers: {authorization: 'Bearer sandbox-key'}}).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await sleep(2000);
    sent.destroy();
  };
  await Promise.all(paths.map(read));
}

/** Another client of the same server, which sends light requests all the time. */
export class OtherClient implements AsyncDisposable {
  readonly #worker: Worker;

  constructor({url, pid}: RunningServer) {
    this.#worker = new Worker(new URL('probe.js', import.meta.url), {workerData: {url, pid}});
  }

  /** The longest waits of the other client during an operation. @throws Error if nothing was measured */
  async longestDuring(operation: () => Promise<unknown>): Promise<Wait> {
    await this.#takeWaits();
    await operation();
    const waits = await this.#takeWaits();
    if (waits.length === 0) {
      throw new Error('the other client had no response during the operation: nothing was measured');
    }
    return {wall: Math.max(...waits.map(({wall}) => wall)), cpu: Math.max(...waits.map(({cpu}) => cpu))};
  }

  async #takeWaits(): Promise<readonly Wait[]> {
    this.#worker.postMessage('take');
    const [waits] = (await once(this.#worker, 'message')) as [readonly Wait[]];
    return waits;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate();
  }
}
