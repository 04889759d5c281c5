import {IncomingMessage, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import {Writable} from 'node:stream';
import {setImmediate as othersDo} from 'node:timers/promises';
import type Koa from 'koa';
import {generateRecords} from '../../../fixtures/index.js';
import {Accounts, defaultAccount} from '../../../src/accounts/accounts.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {ExchangeBus} from '../../../src/exchanges/bus.js';
import {FaultRules} from '../../../src/faults/fault-rules.js';
import {createApp} from '../../../src/http/app.js';
import {Keys} from '../../../src/http/security/keys.js';
import {Caches} from '../../../src/operations/caches.js';
import {catalog, schema} from '../../../src/resources/index.js';
import {knownOperations} from '../../../src/sandbox/known-operations.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 300;
const repeats = 60;

/** Takes what is written, as a socket does, and forgets it. */
const sink = () => new Writable({write: (_chunk, _encoding, done) => done()}) as unknown as Socket;

type Serve = ReturnType<Koa['callback']>;

const records = generateRecords(catalog, {constituents: 300});
const ids = Array.from(records.collections.get('constituents').values(), ({id}) => id);

function raise(error: unknown): never {
  throw error;
}

/** An app with an empty set of rules, and the same without any: all else they share. */
async function apps(): Promise<readonly [without: Serve, empty: Serve]> {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const accounts = await Accounts.open({schema, seed: 1, baseline: {records, clock}});
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
    exchanges: new ExchangeBus(defaultAccount, raise),
    closing: new AbortController().signal,
    onError: raise,
  };
  const faults = new FaultRules(knownOperations(catalog.operations));
  return [createApp(options).callback(), createApp({...options, faults}).callback()];
}

async function ask(serve: Serve, path: string): Promise<void> {
  const request = new IncomingMessage(sink());
  const headers = {host: '127.0.0.1:4080', authorization: 'Bearer sandbox-key', accept: '*/*', 'user-agent': 'node'};
  Object.assign(request, {method: 'GET', url: path, headers, httpVersionMajor: 1, httpVersionMinor: 1});
  request.push(null);
  const response = new ServerResponse(request);
  response.assignSocket(sink());
  await serve(request, response);
  await othersDo(); // what ends a response happens then
  if (response.statusCode !== 200) {
    throw new Error(`GET ${path} was answered with ${response.statusCode}`);
  }
}

/** The CPU time of one request, in microseconds. */
async function timeOf(serve: Serve): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    await ask(serve, `/api/v1/constituents/${ids[done % ids.length]}`);
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / repeats;
}

/** What rules cost of `get one` where there are none, in process, in turns: one before the other, and then behind it. */
export const faults: Budget = {
  name: 'faults',
  async measure() {
    const [without, empty] = await apps();
    const ratios: number[] = [];
    for (let round = -30; round < rounds; round++) {
      const one = await timeOf(without);
      const other = (await timeOf(empty)) + (await timeOf(empty));
      const ratio = other / (one + (await timeOf(without)));
      if (round >= 0) {
        ratios.push(ratio);
      }
    }
    const over = (median(ratios) - 1) * 100;
    return [{label: 'an empty set of faults, of get one', unit: '%', measured: {median: over}, target: {atMost: 1}}];
  },
};
