import test, {type ExecutionContext} from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import type {Finding} from '../../src/findings/finding.js';
import {Inspector} from '../../src/findings/inspector.js';
import {catalog} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {sendExample, startWatched} from '../support/findings.js';

/** One exchange: the first page of the funds. */
async function firstPage(t: ExecutionContext): Promise<FullExchange> {
  const seen: FullExchange[] = [];
  const sandbox = await startWatched(t, {onExchange: exchange => seen.push(exchange as FullExchange)});
  await sendExample(sandbox, sandbox.key, {path: '/api/v1/funds'});
  return seen[0]!;
}

const inspectorOf = (onFinding: (finding: Finding) => void = () => undefined) =>
  new Inspector({catalog, defaultAccount: 'default', settingsOf: () => settingsOf(), today: '2026-01-01', onFinding});

test('a minute of silence ends a session; less does not', async t => {
  const exchange = await firstPage(t);
  const told: string[] = [];
  const inspector = inspectorOf(({rule}) => told.push(rule));
  inspector.read(exchange);
  inspector.read({...exchange, seq: 2, receivedAt: exchange.receivedAt + 59_000});
  t.deepEqual(told, []);
  inspector.read({...exchange, seq: 3, receivedAt: exchange.receivedAt + 59_000 + 60_001});
  inspector.report(); // settles the trial of the proposed request
  t.deepEqual(told, ['first-page-only']);
});

test('accounts that nobody uses any more make room, and their findings stay with those of all', async t => {
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

test("what was injected, and what is read of the past, is no client's mistake", async t => {
  const exchange = await firstPage(t);
  const inspector = inspectorOf();
  inspector.read({...exchange, fault: {}} as FullExchange);
  inspector.read({...exchange, surface: 'as-of' as 'page'});
  t.deepEqual(inspector.report().findings, []);
  inspector.read(exchange);
  t.is(inspector.report().findings.length, 1);
});
