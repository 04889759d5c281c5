import test from 'ava';
import type {Level} from '../../src/findings/finding.js';
import {type FindingSet, FindingStore, findingsIn} from '../../src/findings/finding-store.js';
import {findingOf} from '../../src/findings/merging.js';

const mistake = {where: '/amount', message: '"amount" is ignored', fix: 'Send received_amount.'};

const place = (seq: number, caller?: string, account = 'choir') => ({
  ...{account, seq, method: 'POST', url: `/api/v1/gifts/${seq}`, operation: 'createGift'},
  ...(caller !== undefined && {caller}),
});

test('a mistake that is made again is counted on the finding there is, with its callers, and its worst level', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  t.is(store.add(set, findingOf('zero-gift', 'warn', mistake, place(3, 'src/b.ts:1')))?.finding.count, 1);
  t.is(
    store.add(set, findingOf('zero-gift', 'error', mistake, place(4, 'src/a.ts:1')))?.finding.level,
    'error',
    'the worst so far',
  );
  t.is(store.add(set, findingOf('zero-gift', 'info', mistake, place(5, 'src/b.ts:1'))), undefined);
  const [finding, ...others] = findingsIn(set);
  t.deepEqual(others, []);
  t.like(finding, {count: 3, level: 'error', caller: ['src/a.ts:1', 'src/b.ts:1'], first: {seq: 3}, last: {seq: 5}});
});

test('a finding keeps five call chains, whatever their order', t => {
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

test('one that was made before the first is told of in its place', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  store.add(set, findingOf('zero-gift', 'warn', mistake, place(3)));
  store.add(set, findingOf('zero-gift', 'warn', {...mistake, message: 'of the first'}, place(2)));
  t.like(findingsIn(set)[0], {count: 2, message: 'of the first', first: {seq: 2}, last: {seq: 3}});
});

test('what was handed out is not counted on, and sets that took of each other count apart', t => {
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

test('elements of an array are one place, and other places, rules and operations are others', t => {
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

test('the oldest infos are dropped first, then warnings; the drops are counted', t => {
  const store = new FindingStore({bytes: 24_000});
  const [one, other]: [FindingSet, FindingSet] = [new Map(), new Map()];
  add(store, one, '/error', 'error');
  add(store, one, '/warning', 'warn');
  for (let index = 0; index < 20; index++) {
    add(store, index % 2 === 0 ? one : other, `/info${index}`, 'info');
  }
  t.true(store.bytes <= 24_000);
  const left = [...findingsIn(one), ...findingsIn(other)].map(({where}) => where);
  t.true(left.includes('/error') && left.includes('/warning') && left.includes('/info19'));
  t.false(left.includes('/info0'));
  t.is(left.length + store.dropped, 22);
});

test('warnings go before errors, and what an account leaves takes its place in the past', t => {
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

test('an account that has 500 findings drops further ones, and counts them; the past is bounded by bytes', t => {
  const [store, set]: [FindingStore, FindingSet] = [new FindingStore(), new Map()];
  for (let index = 0; index < 510; index++) {
    add(store, set, `/f${index}x`, 'info');
    add(store, store.past, `/p${index}x`, 'info');
  }
  t.deepEqual([findingsIn(set).length, findingsIn(store.past).length, store.dropped], [500, 510, 10]);
});
