import test from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {Inspector} from '../../src/findings/inspector.js';
import type {FindingRule} from '../../src/findings/rule.js';
import {findingPages} from '../../src/findings/rule-page.js';
import {rules} from '../../src/findings/rules/index.js';
import {catalog} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {sendExample, startWatched} from '../support/findings.js';

const seven = {requests: [{path: '/api/v1/funds?limit=7'}]};

/** A rule needs only this value and an entry in the list. */
const limitOfSeven: FindingRule = {
  id: 'limit-of-seven',
  axis: 'paging',
  level: 'warn',
  what: 'A list is requested with a limit of seven.',
  why: 'Seven is an odd number.',
  turnOff: 'If odd numbers are fine.',
  bad: seven,
  good: {requests: [{path: '/api/v1/funds?limit=8'}]},
  reads: operation => operation?.id === 'listFunds',
  inspect: ({query}) =>
    query['limit'] === '7' ? [{where: 'limit', got: '7', message: 'the limit is seven', fix: 'Take eight.'}] : [],
};

const list = [...rules, limitOfSeven];

test('a new rule reports findings, and is listed as not exercised until it reads a request', async t => {
  const exchanges: FullExchange[] = [];
  const sandbox = await startWatched(t, {onExchange: exchange => exchanges.push(exchange as FullExchange)});
  const options = {catalog, defaultAccount: 'default', settingsOf: () => settingsOf(), today: '2026-01-01'};
  const inspector = new Inspector(options, list);
  t.true(inspector.report().not_exercised.includes('limit-of-seven'));
  for (const request of [...seven.requests, ...limitOfSeven.good.requests]) {
    await sendExample(sandbox, sandbox.key, request);
  }
  exchanges.forEach(inspector.read);
  const {findings, not_exercised} = inspector.report();
  const found = findings.filter(({rule}) => rule === 'limit-of-seven');
  t.is(found.length, 1);
  t.like(found[0], {level: 'warn', count: 1, operation: 'listFunds', message: 'the limit is seven'});
  t.false(not_exercised.includes('limit-of-seven'));
});

test('a new rule has a page and a row in the list of rules', t => {
  const pages = findingPages(list);
  t.regex(pages.get('limit-of-seven.md')!, /A list is requested with a limit of seven\./);
  t.true(pages.get('README.md')!.includes('| [limit-of-seven](limit-of-seven.md) | warn | paging |'));
});
