import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import {defaultAccount} from '../../../src/accounts/accounts.js';
import {ExchangeBus} from '../../../src/exchanges/bus.js';
import type {FullExchange} from '../../../src/exchanges/exchange.js';
import {Coverage} from '../../../src/findings/coverage/coverage.js';
import {Inspector} from '../../../src/findings/inspector.js';
import {createApp} from '../../../src/http/app.js';
import {Keys} from '../../../src/http/security/keys.js';
import {Caches} from '../../../src/operations/caches.js';
import {catalog} from '../../../src/resources/index.js';
import {openSandbox} from '../../../src/sandbox/open-sandbox.js';
import {settingsOf} from '../../../src/settings.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 41;
const warmUp = 10;

const headers = {host: '127.0.0.1', authorization: 'Bearer sandbox-key', 'user-agent': 'bench', accept: '*/*'};

/** CPU time, in microseconds. */
async function timeOf(work: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const {user, system} = process.cpuUsage(before);
  return user + system;
}

/** A request as Node hands it on, without a connection; what is answered goes nowhere. */
function requestOf(url: string): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  Object.assign(request, {method: 'GET', url, headers, rawHeaders: Object.entries(headers).flat()});
  return [request, new ServerResponse(request)];
}

/** The whole way of a request through the server, in this process. */
async function openApp() {
  const {accounts, close} = await openSandbox(catalog, {constituents: 1000, now: '2026-01-01T00:00:00Z'}, settingsOf());
  const exchanges = new ExchangeBus(defaultAccount, error => {
    throw error;
  });
  const app = createApp({
    accounts,
    keys: new Keys(accounts, []),
    operations: catalog.operations,
    settings: accounts.settings,
    caches: new Caches(),
    version: 'bench',
    documents: {},
    hosts: ['127.0.0.1'],
    cors: false,
    exchanges,
    closing: new AbortController().signal,
    onError: error => {
      throw error;
    },
  });
  const ids = accounts
    .get(defaultAccount)
    .records.collections.get('constituents')
    .listed()
    .toArray()
    .map(({id}) => id);
  return {accounts, close, exchanges, handle: app.callback(), ids};
}

/** What reading exchanges of `get one` takes an inspector and the coverage, of what those take to be answered: both by CPU, in turn. */
async function ofGetOne(): Promise<number> {
  const {accounts, close, exchanges, handle, ids} = await openApp();
  const seen: FullExchange[] = [];
  exchanges.subscribe(exchange => seen.push(exchange));
  const ask = async () => {
    seen.length = 0;
    for (const id of ids) {
      await handle(...requestOf(`/api/v1/constituents/${id}`));
    }
  };
  const inspector = new Inspector({
    catalog,
    defaultAccount,
    settingsOf: name => accounts.get(name).settings,
    today: '2026-01-01',
  });
  const coverage = new Coverage(catalog.operations, defaultAccount);
  const ratios: number[] = [];
  for (let round = 0; round < rounds + warmUp; round++) {
    const asked = await timeOf(ask);
    const read = await timeOf(() => {
      for (const exchange of seen) {
        inspector.read(exchange);
        coverage.read(exchange);
      }
    });
    ratios.push(read / asked);
  }
  await close();
  return median(ratios.slice(warmUp));
}

/** What findings cost where there is nothing to find. */
export const findings: Budget = {
  name: 'findings',
  measure: async () => [
    {
      label: 'findings and coverage, of an exchange of get one in process',
      measured: {median: await ofGetOne()},
      target: {atMost: 0.05},
    },
  ],
};
