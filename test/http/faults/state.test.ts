import test from 'ava';
import * as fc from 'fast-check';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';
import {exchangeRaw} from '../../support/raw-exchange.js';
import {frozen} from '../../support/sandbox.js';

interface Step {
  readonly method: 'POST' | 'PATCH' | 'DELETE' | 'GET';
  readonly path: string;
  readonly body?: object;
}

const text = fc.constantFrom('Choir', 'Band', 'Board', 'Gala');

/** Requests whose effect depends on earlier ones: ids are assigned, and records may have been deleted. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({method: fc.constant('POST'), path: fc.constant('/api/v1/groups'), body: fc.record({name: text})}),
  fc.record({
    method: fc.constantFrom('PATCH', 'DELETE', 'GET'),
    path: fc.integer({min: 3269, max: 3275}).map(id => `/api/v1/groups/${id}`),
    body: fc.record({name: fc.oneof(text, fc.constant(''))}),
  }),
  fc.record({method: fc.constant('GET'), path: fc.constant('/api/v1/groups')}),
) as fc.Arbitrary<Step>;

const kind = fc.constantFrom(
  '503',
  '502',
  'reset',
  'empty',
  'truncate=7',
  'malformed',
  'wrong_type',
  'rate_limited=2/60s',
  'delay=1',
);

const target = fc.constantFrom('*', '*#2', '*%3', '**2', 'createGroup', 'deleteGroup#1', 'updateGroup%2');
const when = fc.constantFrom('', '@before', '@after-commit');
const rule = fc.oneof(
  fc.tuple(target, kind, when).map(([target, kind, when]) => `${target}:${kind}${when}`),
  fc.constantFrom('*:stale_read=1', '*%2:dribble=30/0', 'createGroup:lost'),
);
const rules = fc.array(
  fc.oneof(
    rule,
    fc.record({probability: fc.double({min: 0, max: 1, noNaN: true}), fault: fc.constant({reset: true as const})}),
  ),
  {maxLength: 4},
);

/** True if a fault prevented the operation from committing. */
const failedBefore = ({fault}: Exchange) => fault?.when === 'before' && !['delay', 'stale_read'].includes(fault.kind);

test('the state after a run with faults equals a run without the requests that failed before commit', async t => {
  const exchanges: Exchange[] = [];
  const options = {profile: 'empty', now: frozen, onExchange: (one: Exchange) => exchanges.push(one)} as const;
  const sandbox = await startSandbox(options);
  t.teardown(() => sandbox.close());
  let injected = 0;
  const run = async (steps: readonly Step[]) => {
    const sent: Exchange[] = [];
    for (const {method, path, body} of steps) {
      const count = exchanges.length;
      await exchangeRaw(sandbox.port, {method, path, ...(method !== 'GET' && method !== 'DELETE' && {body})});
      while (exchanges.length === count) {
        await new Promise(resolve => setTimeout(resolve, 1));
      }
      sent.push(exchanges.at(-1)!);
    }
    return sent;
  };
  await fc.assert(
    fc.asyncProperty(rules, fc.array(step, {minLength: 1, maxLength: 12}), async (armed, steps) => {
      await sandbox.reset();
      for (const one of armed) {
        await sandbox.fault(one);
      }
      const sent = await run(steps);
      injected += sent.filter(({fault}) => fault !== undefined).length;
      const withFaults = await sandbox.diff();
      await sandbox.reset();
      await run(steps.filter((_, index) => !failedBefore(sent[index]!)));
      t.deepEqual(withFaults, await sandbox.diff());
    }),
    {numRuns: 60},
  );
  t.true(injected > 20, `${injected} requests had a fault`);
});

test('probability is deterministic: equal for two accounts, and independent of parallel requests', async t => {
  const sandbox = await startSandbox({
    profile: 'empty',
    now: frozen,
    faults: [{probability: 0.4, fault: {status: 503}}],
  });
  t.teardown(() => sandbox.close());
  const statuses = async (account: string, inParallel: boolean) => {
    const send = async () => (await exchangeRaw(sandbox.port, {method: 'GET', key: `sbx_${account}`})).status;
    const found: Array<number | undefined> = [];
    for (let count = 0; count < 40; count += inParallel ? 8 : 1) {
      found.push(...(await Promise.all(Array.from({length: inParallel ? 8 : 1}, send))));
    }
    return found;
  };
  const one = await statuses('one', false);
  t.deepEqual(await statuses('two', false), one);
  const parallel = await statuses('three', true);
  t.is(parallel.filter(status => status === 503).length, one.filter(status => status === 503).length);
  t.true(one.includes(503) && one.includes(200));
});
