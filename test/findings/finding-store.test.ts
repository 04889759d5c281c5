import test from 'ava';
import type {Level} from '../../src/findings/finding.js';
import {type FindingSet, FindingStore, findingsIn} from '../../src/findings/finding-store.js';
import {findingOf} from '../../src/findings/merging.js';

const mistake = {where: '/amount', message: '"amount" is ignored', fix: 'Send received_amount.'};

const place = (seq: number, caller?: string, account = 'choir') => ({
  ...{account, seq, method: 'POST', url: `/api/v1/gifts/${seq}`, operation: 'createGift'},
  ...(caller !== undefined && {caller}),
});

test('a repeated mistake is counted in one finding, with all callers and the worst level', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  t.is(store.add(set, findingOf('zero-gift', 'warn', mistake, place(3, 'src/b.ts:1')))?.finding.count, 1);
  t.is(
    store.add(set, findingOf('zero-gift', 'error', mistake, place(4, 'src/a.ts:1')))?.finding.level,
    'error',
    'the level must be the worst so far',
  );
  t.is(store.add(set, findingOf('zero-gift', 'info', mistake, place(5, 'src/b.ts:1'))), undefined);
  const [finding, ...rest] = findingsIn(set);
  t.deepEqual(rest, []);
  t.like(finding, {count: 3, level: 'error', caller: ['src/a.ts:1', 'src/b.ts:1'], first: {seq: 3}, last: {seq: 5}});
});

test('a finding keeps the same five call chains in any order', t => {
  const chains = Array.from({length: 9}, (_, index) => `src/crm.ts:8 < src/${index}.ts:1`);
  for (const callers of [chains, chains.toReversed()]) {
    const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
    for (const [seq, caller] of callers.entries()) {
      store.add(set, findingOf('zero-gift', 'warn', mistake, place(seq, caller)));
    }
    t.deepEqual(
      findingsIn(set).map(({count, caller}) => ({count, caller})),
      [{count: 9, caller: chains.slice(0, 5)}],
    );
  }
});

test('an occurrence with a lower number replaces the first', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  store.add(set, findingOf('zero-gift', 'warn', mistake, place(3)));
  store.add(set, findingOf('zero-gift', 'warn', {...mistake, message: 'of the first'}, place(2)));
  t.like(findingsIn(set)[0], {count: 2, message: 'of the first', first: {seq: 2}, last: {seq: 3}});
});

test('a returned finding does not change, and sets that share a finding count separately', t => {
  const store = new FindingStore();
  const [one, other]: [FindingSet, FindingSet] = [new Map(), new Map()];
  const counts = () => [findingsIn(one)[0]!.count, findingsIn(other)[0]!.count];
  const first = {...store.add(one, findingOf('zero-gift', 'warn', mistake, place(1)))!.finding};
  const before = findingsIn(one);
  store.add(other, first);
  store.add(one, findingOf('zero-gift', 'warn', mistake, place(2)));
  t.deepEqual([first.count, before[0]!.count, ...counts()], [1, 1, 2, 1]);
  store.add(other, findingOf('zero-gift', 'warn', mistake, place(3)));
  store.add(other, findingOf('zero-gift', 'warn', mistake, place(4)));
  t.deepEqual(counts(), [2, 3]);
});

test('findings are grouped by rule, operation and place, whatever the array index', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  for (const [rule, operation, where] of [
    ['empty-element', 'createGift', '/gifts/0/note'],
    ['empty-element', 'createGift', '/gifts/17/note'],
    ['empty-element', 'createGift', '/gifts/0/name'],
    ['empty-element', 'updateGift', '/gifts/0/note'],
    ['zero-gift', 'createGift', '/gifts/0/note'],
    ['zero-gift', 'createGift', `/${'x'.repeat(3000)}`],
    ['zero-gift', 'createGift', `/${'x'.repeat(3000)}`],
  ] as const) {
    store.add(set, findingOf(rule, 'warn', {...mistake, where}, {...place(1), operation}));
  }
  t.deepEqual(
    findingsIn(set).map(({count}) => count),
    [2, 1, 1, 1, 2],
  );
});

const add = (store: FindingStore, set: FindingSet, where: string, level: Level) =>
  store.add(set, findingOf('zero-gift', level, {where, message: 'x'.repeat(1000), fix: 'Send it.'}, place(1)));

test('the oldest infos are dropped first, and dropped findings are counted', t => {
  const store = new FindingStore({bytes: 24_000});
  const [one, other]: [FindingSet, FindingSet] = [new Map(), new Map()];
  add(store, one, '/error', 'error');
  add(store, one, '/warning', 'warn');
  for (let index = 0; index < 20; index++) {
    add(store, index % 2 === 0 ? one : other, `/info${index}`, 'info');
  }
  t.true(store.bytes <= 24_000);
  const kept = [...findingsIn(one), ...findingsIn(other)].map(({where}) => where);
  t.true(kept.includes('/error') && kept.includes('/warning') && kept.includes('/info19'));
  t.false(kept.includes('/info0'));
  t.is(kept.length + store.dropped, 22);
});

test('warnings are dropped before errors, and the findings of a removed account move to the past', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore({bytes: 13_000}), new Map()];
  add(store, set, '/warning', 'warn');
  for (let index = 0; index < 4; index++) {
    add(store, set, `/error${index}`, 'error');
  }
  t.false(findingsIn(set).some(({where}) => where === '/warning'));
  const {bytes} = store;
  store.moveToPast(set);
  t.deepEqual([findingsIn(set), findingsIn(store.past).length, store.bytes], [[], 4, bytes]);
});

test('findings beyond 500 per account are dropped and counted; the past is limited by bytes', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  for (let index = 0; index < 510; index++) {
    add(store, set, `/f${index}x`, 'info');
    add(store, store.past, `/p${index}x`, 'info');
  }
  t.deepEqual([findingsIn(set).length, findingsIn(store.past).length, store.dropped], [500, 510, 10]);
});
