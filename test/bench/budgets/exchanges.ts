import {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {Writable} from 'node:stream';
import {setImmediate as othersDo} from 'node:timers/promises';
import type Koa from 'koa';
import {generateRecords} from '../../../fixtures/index.js';
import {Accounts, defaultAccount} from '../../../src/accounts/accounts.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {ExchangeBus, type ExchangeReader} from '../../../src/exchanges/bus.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {createApp} from '../../../src/http/app.js';
import {Keys} from '../../../src/http/security/keys.js';
import {Caches} from '../../../src/operations/caches.js';
import {catalog, schema} from '../../../src/resources/index.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 300;
const repeats = 60;

/** As a client in Node sends them. */
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

/** Takes what is written, as a socket does, and forgets it. */
const sink = () => new Writable({write: (_chunk, _encoding, done) => done()}) as unknown as Socket;

type Serve = ReturnType<Koa['callback']>;

/** One way to serve requests: by an app, to a bus that these read. */
interface Way {
  readonly serve: Serve;
  readonly readers: readonly ExchangeReader[];
}

/** An app, and the same without what publishes exchanges: all else they share, so that they differ in nothing else. */
async function appsOf(exchanges: ExchangeBus): Promise<{readonly published: Serve; readonly bare: Serve}> {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const accounts = await Accounts.open({schema, seed: 1, baseline: {records, clock}});
  const app = createApp({
    accounts,
    keys: new Keys(accounts, []),
    operations: catalog.operations,
    settings: accounts.settings,
    caches: new Caches(),
    version: '0',
    documents: {},
    hosts: ['127.0.0.1'],
    cors: false,
    exchanges,
    closing: new AbortController().signal,
    onError: raise,
  });
  const published = app.callback();
  const count = app.middleware.length;
  app.middleware = app.middleware.filter(({name}) => name !== 'publishExchange');
  if (app.middleware.length !== count - 1) {
    throw new Error('there is no publishExchange among the middleware');
  }
  return {published, bare: app.callback()};
}

function raise(error: unknown): never {
  throw error;
}

const records = generateRecords(catalog, {constituents: 300});
const ids = Array.from(records.collections.get('constituents').values(), ({id}) => id);

async function ask(serve: Serve, path: string): Promise<void> {
  const request = new IncomingMessage(sink());
  Object.assign(request, {method: 'GET', url: path, headers, httpVersionMajor: 1, httpVersionMinor: 1});
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(sink());
  await serve(request, response);
  await othersDo(); // what ends a response happens then, as in a server: without it nothing could be let go of
  if (response.statusCode !== 200) {
    throw new Error(`GET ${path} was answered with ${response.statusCode}`);
  }
}

/** The CPU time of one request, in microseconds. */
async function timeOf({serve, readers}: Way, bus: ExchangeBus): Promise<number> {
  const ends = readers.map(read => bus.subscribe(read));
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    await ask(serve, `/api/v1/constituents/${ids[done % ids.length]}`);
  }
  const {user, system} = process.cpuUsage(before);
  for (const end of ends) {
    end();
  }
  return (user + system) / repeats;
}

/** By how many percent the second takes longer than the first: in turns, one before the other and then behind it. */
async function percentOver(first: Way, second: Way, bus: ExchangeBus): Promise<number> {
  const ratios: number[] = [];
  for (let round = -30; round < rounds; round++) {
    const one = await timeOf(first, bus);
    const other = (await timeOf(second, bus)) + (await timeOf(second, bus));
    const ratio = other / (one + (await timeOf(first, bus)));
    if (round >= 0) {
      ratios.push(ratio);
    }
  }
  return (median(ratios) - 1) * 100;
}

/** What exchanges cost of `get one`, in process. */
export const exchanges: Budget = {
  name: 'exchanges',
  async measure() {
    const bus = new ExchangeBus(defaultAccount, raise);
    const {published, bare} = await appsOf(bus);
    const [without, unread] = [bare, published].map(serve => ({serve, readers: []}));
    const journal = {serve: published, readers: [new Journal(defaultAccount).read]};
    const ofBus = await percentOver(without!, unread!, bus);
    const ofJournal = await percentOver(unread!, journal, bus);
    return [
      {label: 'a bus without readers, of get one', unit: '%', measured: {median: ofBus}, target: {atMost: 3}},
      {label: 'the journal, of get one', unit: '%', measured: {median: ofJournal}, target: {atMost: 5}},
    ];
  },
};
