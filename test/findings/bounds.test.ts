import test, {type ExecutionContext} from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import type {Finding} from '../../src/findings/finding.js';
import {Inspector} from '../../src/findings/inspector.js';
import {catalog} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {sendExample, startWatched} from '../support/findings.js';

/** The exchange of a request for the first page of funds. */
async function firstPage(t: ExecutionContext): Promise<FullExchange> {
  const exchanges: FullExchange[] = [];
  const sandbox = await startWatched(t, {onExchange: exchange => exchanges.push(exchange as FullExchange)});
  await sendExample(sandbox, sandbox.key, {path: '/api/v1/funds'});
  return exchanges[0]!;
}

const inspectorOf = (onFinding: (finding: Finding) => void = () => undefined) =>
  new Inspector({catalog, defaultAccount: 'default', settingsOf: () => settingsOf(), today: '2026-01-01', onFinding});

test('a session ends after a minute without requests', async t => {
  const exchange = await firstPage(t);
  const reported: string[] = [];
  const inspector = inspectorOf(({rule}) => reported.push(rule));
  inspector.read(exchange);
  inspector.read({...exchange, seq: 2, receivedAt: exchange.receivedAt + 59_000});
  t.deepEqual(reported, []);
  inspector.read({...exchange, seq: 3, receivedAt: exchange.receivedAt + 59_000 + 60_001});
  inspector.report(); // waits for the trial of the proposed request
  t.deepEqual(reported, ['first-page-only']);
});

test('the oldest of too many accounts are evicted, and their findings stay in the overall report', async t => {
  const exchange = await firstPage(t);
  const inspector = inspectorOf();
  for (let index = 0; index < 1100; index++) {
    inspector.read({...exchange, account: `a-${index}`, receivedAt: exchange.receivedAt + index});
  }
  t.deepEqual(inspector.report('a-0').findings, []);
  t.is(inspector.report('a-1099').findings.length, 1);
  const [finding, ...others] = inspector.report().findings;
  t.deepEqual(others, []);
  t.is(finding!.count, 1100);
});

test('injected faults and reads of past states make no findings', async t => {
  const exchange = await firstPage(t);
  const inspector = inspectorOf();
  inspector.read({...exchange, fault: {}} as FullExchange);
  inspector.read({...exchange, surface: 'as-of' as 'page'});
  t.deepEqual(inspector.report().findings, []);
  inspector.read(exchange);
  t.is(inspector.report().findings.length, 1);
});
