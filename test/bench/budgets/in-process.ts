import {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {Writable} from 'node:stream';
import {setImmediate as nextRound} from 'node:timers/promises';
import type Koa from 'koa';
import {generateRecords} from '../../../fixtures/index.js';
import {Accounts, defaultAccount} from '../../../src/accounts/accounts.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {ExchangeBus, type ExchangeReader} from '../../../src/exchanges/bus.js';
import type {AppOptions} from '../../../src/http/app.js';
import {Keys} from '../../../src/http/guard/authenticate.js';
import {Caches} from '../../../src/operations/caches.js';
import {catalog, schema} from '../../../src/resources/index.js';
import {median} from '../figures.js';

/** Requests are sent in process, because differences of a few percent are not measurable over HTTP on shared cores. */

/** An additional first block warms up. */
const blocks = 11;
const rounds = 28;
const repeats = 60;

/** The headers of a Node client. */
const headers = {
  host: '127.0.0.1:4080',
  connection: 'keep-alive',
  authorization: 'Bearer sandbox-key',
  accept: '*/*',
  'accept-language': '*',
  'sec-fetch-mode': 'cors',
  'user-agent': 'node',
  'accept-encoding': 'gzip, deflate',
};

/** A socket that discards all data. */
const sink = () => new Writable({write: (_chunk, _encoding, done) => done()}) as unknown as Socket;

/** Shared by all requests, as with a keep-alive client, so that no connection setup is measured. */
const connection = sink();

export type Serve = ReturnType<Koa['callback']>;

/** A configuration to measure: an app and the readers of its exchanges. */
export interface Way {
  readonly serve: Serve;
  readonly readers?: readonly ExchangeReader[];
}

function raise(error: unknown): never {
  throw error;
}

/** The accounts and the options for an app that serves them. */
export interface InProcess {
  readonly accounts: Accounts;
  readonly bus: ExchangeBus;
  readonly options: AppOptions;
  /** The ids of constituents. */
  readonly ids: readonly number[];
}

export async function openInProcess(): Promise<InProcess> {
  const records = generateRecords(catalog, {constituents: 300});
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const accounts = await Accounts.open({schema, seed: 1, baseline: {records, clock}});
  const bus = new ExchangeBus(defaultAccount, raise);
  const options = {
    accounts,
    keys: new Keys(accounts, []),
    operations: catalog.operations,
    settings: accounts.settings,
    caches: new Caches(),
    version: '0',
    documents: {},
    hosts: ['127.0.0.1'],
    cors: false,
    exchanges: bus,
    closing: new AbortController().signal,
    onError: raise,
  };
  const ids = Array.from(records.collections.get('constituents').values(), ({id}) => id);
  return {accounts, bus, options, ids};
}

export interface ClientRequest {
  readonly method: 'GET' | 'POST';
  readonly path: (constituent: number) => string;
  readonly body?: string;
}

export const getOne: ClientRequest = {method: 'GET', path: id => `/api/v1/constituents/${id}`};

export const createGift: ClientRequest = {
  method: 'POST',
  path: id => `/api/v1/constituents/${id}/gifts`,
  body: JSON.stringify({
    gift_type_name: 'Gift',
    received_amount: '250',
    received_date: '2025-12-24',
    fund_name: 'Unrestricted (sample)',
  }),
};

const headersOf = ({body}: ClientRequest) =>
  body === undefined
    ? headers
    : {...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body))};

async function send(
  serve: Serve,
  {method, path: pathOf, body}: ClientRequest,
  id: number,
  sent: object,
): Promise<void> {
  const path = pathOf(id);
  const request = new IncomingMessage(connection);
  Object.assign(request, {method, url: path, headers: sent, httpVersionMajor: 1, httpVersionMinor: 1, complete: true});
  if (body !== undefined) {
    request.push(body);
  }
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(sink());
  await serve(request, response);
  await nextRound(); // responses end in the next round, as in a server; without it no memory could be freed
  if (response.statusCode !== 200) {
    throw new Error(`${method} ${path} returned ${response.statusCode}`);
  }
}

/** Measures the CPU time of one request, in microseconds, and then restores the account, so that it does not grow. */
async function timeOf({serve, readers = []}: Way, {accounts, bus, ids}: InProcess, request: ClientRequest) {
  const sent = headersOf(request);
  const ends = readers.map(read => bus.subscribe(read));
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    await send(serve, request, ids[done % ids.length]!, sent);
  }
  const {user, system} = process.cpuUsage(before);
  for (const end of ends) {
    end();
  }
  const account = await accounts.get(defaultAccount);
  await account.replaceState(account.baseline);
  return (user + system) / repeats;
}

/**
 * Returns by how many percent the second way takes longer than the first. A garbage collection runs every few hundred
 * requests and takes as long as dozens of them, so only sums over many rounds in alternating order are comparable.
 */
export async function percentOver(
  first: Way,
  second: Way,
  place: InProcess,
  request: ClientRequest = getOne,
): Promise<number> {
  const ratios: number[] = [];
  for (let block = -1; block < blocks; block++) {
    const sums = [0, 0];
    for (let round = 0; round < rounds; round++) {
      for (const way of round % 2 === 0 ? [0, 1, 1, 0] : [1, 0, 0, 1]) {
        sums[way]! += await timeOf(way === 0 ? first : second, place, request);
      }
    }
    if (block >= 0) {
      ratios.push(sums[1]! / sums[0]!);
    }
  }
  return (median(ratios) - 1) * 100;
}
