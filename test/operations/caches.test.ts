import test from 'ava';
import {Caches, noCapacities, ResponseTexts} from '../../src/operations/caches.js';
import {schema} from '../../src/resources/index.js';
import {matchesOf} from '../../src/search/matches.js';
import type {Row} from '../../src/store/order.js';
import type {Records} from '../../src/store/records.js';
import {recordsFrom} from '../../src/store/records.js';
import {startTestSandbox} from '../support/sandbox.js';

const state = () => ({}) as Records;

test('a response text is cached for one state and one request', t => {
  const texts = new ResponseTexts(1000);
  const [before, after] = [state(), state()];
  texts.keep(before, 'showFund 1', 'one');
  t.is(texts.get(before, 'showFund 1'), 'one');
  t.is(texts.get(before, 'showFund 2'), undefined);
  t.is(texts.get(after, 'showFund 1'), undefined);
});

test('a full cache drops all texts, and does not cache a text that is too long', t => {
  const texts = new ResponseTexts(64);
  const records = state();
  for (let id = 0; id < 17; id++) {
    texts.keep(records, `${id % 10}`, 'abc'); // four characters each, so sixteen fill the cache
  }
  t.is(texts.get(records, '6'), 'abc');
  t.is(texts.get(records, '7'), undefined);
  texts.keep(records, 'r', 'abcd');
  t.is(texts.get(records, 'r'), undefined);
  const none = new ResponseTexts(0);
  none.keep(records, 'r', 'a');
  t.is(none.get(records, 'r'), undefined);
});

test('a repeated request returns current data after writes and resets', async t => {
  const sandbox = await startTestSandbox(t);
  const path = `/api/v1/constituents/${(await sandbox.get('/api/v1/constituents?limit=1')).body.items[0].id}`;
  t.is((await sandbox.get(path)).text, (await sandbox.get(path)).text);
  await sandbox.patch(path, {nick_name: 'Ada'});
  t.is((await sandbox.get(path)).body.nick_name, 'Ada');
  await sandbox.reset();
  t.not((await sandbox.get(path)).body.nick_name, 'Ada');
  t.is((await sandbox.get('/api/v1/funds?limit=1')).body.items.length, 1);
  t.is((await sandbox.get('/api/v1/funds?limit=2')).body.items.length, 2);
});

test('searches are cached per state, and the oldest are evicted', t => {
  const caches = new Caches({...noCapacities, searches: 2});
  const [first, second] = [recordsFrom(schema), recordsFrom(schema)];
  const matches = matchesOf<Row>({total: 0, slice: () => []});
  for (const question of ['a', 'b', 'c']) {
    caches.searchesIn(first).set(question, matches);
  }
  t.deepEqual([...caches.searchesIn(first).keys()], ['b', 'c']);
  t.is(caches.searchesIn(second).size, 0);
  t.is(new Caches(noCapacities).searchesIn(first).set('a', matches).size, 0);
});
