import test from 'ava';
import * as fc from 'fast-check';
import {delayOf} from '../../src/faults/kinds/delay.js';
import {chanceOf, isDue, RuleSet} from '../../src/faults/rule-set.js';
import {readRules} from '../../src/faults/rules/read-rules.js';
import {operations} from '../../src/resources/index.js';

const rules = (...input: ReadonlyArray<string | object>) => readRules(input, operations);
const setOf = (...input: ReadonlyArray<string | object>) => {
  const set = new RuleSet([], 0, () => undefined);
  set.add(rules(...input), null);
  return set;
};

const createGroup = {
  operation: operations.find(({id}) => id === 'createGroup')!,
  method: 'POST',
  url: '/',
  query: {},
  client: {},
};
const showGift = {
  operation: operations.find(({id}) => id === 'showGift')!,
  method: 'GET',
  url: '/',
  query: {},
  client: {},
};

/** The ids of the rules applied to a number of requests. */
const drawn = (set: RuleSet, count: number, request = createGroup) =>
  Array.from({length: count}, () => set.decide(request, () => true)?.armed.id ?? '-').join(' ');

test('nth, every, times, after and probability select the requests of a rule', t => {
  const due = (rule: Parameters<typeof isDue>[0]) =>
    Array.from({length: 8}, (_, index) => (isDue(rule, index + 1, () => 0.5) ? 'x' : '.')).join('');
  t.is(due({}), 'xxxxxxxx');
  t.is(due({nth: 3}), '..x.....');
  t.is(due({every: 3}), '..x..x..');
  t.is(due({times: 2}), 'xx......');
  t.is(due({after: 2}), '..xxxxxx');
  t.is(due({after: 2, times: 3}), '..xxx...');
  t.is(due({probability: 0.6}), 'xxxxxxxx');
  t.is(due({probability: 0.5}), '........');
});

test('the first matching rule is applied, and every rule counts the requests that it matches', t => {
  const set = setOf(
    {id: 'second', operation: 'createGroup', nth: 2, fault: {reset: true}},
    {id: 'odd', every: 2, fault: {hold: true}},
  );
  t.is(drawn(set, 4), '- second - odd');
  t.deepEqual(
    set.rules.map(({seen, hits}) => [seen, hits]),
    [
      [4, 1],
      [4, 1],
    ],
  );
});

test('a rule that cannot be applied leaves the request to the next one', t => {
  const set = setOf('*:rate_limited=5/60s', '*:503');
  const hit = set.decide(createGroup, ({rule}) => rule.kind !== 'rate_limited');
  t.is(hit?.armed.rule.kind, 'status');
});

test('chance depends only on seed, place and occurrence, not on other rules’ draws', t => {
  const flaky = {operation: 'createGroup', probability: 0.3, fault: {status: 503}};
  const alone = drawn(setOf(flaky), 200);
  const busy = setOf(flaky);
  busy.add(rules({operation: 'showGift', probability: 0.5, fault: {status: 500}}), null);
  const between = Array.from({length: 200}, () => {
    drawn(busy, 3, showGift);
    return drawn(busy, 1);
  }).join(' ');
  t.is(between, alone);
  const other = setOf({...flaky, seed: 2});
  t.not(drawn(other, 200), alone);
  const second = setOf('showGift:500', flaky);
  t.not(drawn(second, 200).replaceAll('fault-2', 'fault-1'), alone, 'another place must have other chances');
});

test('chance is evenly distributed over occurrences, places and seeds', t => {
  for (const of of [
    (n: number) => chanceOf(1, 0, n),
    (n: number) => chanceOf(1, n, 1),
    (n: number) => chanceOf(n, 0, 1),
  ]) {
    const chances = Array.from({length: 10_000}, (_, n) => of(n));
    for (const limit of [0.01, 0.05, 0.5, 0.9]) {
      const share = chances.filter(chance => chance < limit).length / chances.length;
      t.true(Math.abs(share - limit) < 0.015, `${share} of ${limit}`);
    }
    const pairs = chances.slice(1).filter((chance, n) => chance < 0.5 && chances[n]! < 0.5).length / chances.length;
    t.true(Math.abs(pairs - 0.25) < 0.02, `successive chances must be independent: ${pairs}`);
  }
});

test('delays are at most five minutes; lognormal ones have the given median and 99th percentile', t => {
  const draw = (n: number) => delayOf({lognormal: {median: 20, p99: 2000}}, salt => chanceOf(1, 0, n, salt));
  const delays = Array.from({length: 20_000}, (_, n) => draw(n)).sort((a, b) => a - b);
  t.true(Math.abs(delays[10_000]! - 20) < 2, `${delays[10_000]}`);
  t.true(Math.abs(delays[19_800]! - 2000) < 500, `${delays[19_800]}`);
  fc.assert(
    fc.property(fc.double({min: 1, max: 300_000, noNaN: true}), fc.nat(), fc.nat(), (median, n, place) => {
      const chance = (salt: number) => chanceOf(n, place, salt);
      const delay = delayOf({lognormal: {median, p99: 300_000}}, chance);
      const between = delayOf({uniform: {min: 1, max: median}}, chance);
      return (
        delay > 0 &&
        delay <= 300_000 &&
        between >= 1 &&
        between <= median &&
        delayOf({fixed: median}, chance) === median
      );
    }),
  );
});

test('duplicate ids and more than 64 rules are rejected without adding any', t => {
  const set = setOf('*:503', {id: 'mine', fault: {hold: true}});
  t.deepEqual(
    set.rules.map(({id}) => id),
    ['fault-1', 'mine'],
  );
  t.throws(() => set.add(rules('*:500', {id: 'mine', fault: {hold: true}}), null), {
    message: /a rule with the id "mine" already/,
  });
  t.throws(() => set.add(rules({id: 'a', fault: {hold: true}}, {id: 'a', fault: {hold: true}}), null), {
    message: /"a" already/,
  });
  t.throws(() => set.add(rules(...Array.from({length: 63}, () => '*:503')), null), {message: /there are 2 already/});
  t.is(set.rules.length, 2);
  set.add(rules(...Array.from({length: 62}, () => '*:503')), null);
  t.is(new Set(set.rules.map(({id}) => id)).size, 64);
  set.replace(rules('*:500'), null);
  t.deepEqual(
    set.rules.map(({id, place}) => [id, place]),
    [['fault-1', 0]],
  );
});

test('rules expire after their ttl, and each expiry is reported', t => {
  let changes = 0;
  const set = new RuleSet(rules({ttl: 1, fault: {hold: true}}, '*:503'), 0, () => {
    changes += 1;
  });
  set.add(rules({ttl: 1, fault: {hold: true}}, {ttl: null, fault: {hold: true}}, '*:500'), 3_600_000);
  const end = performance.now() + 5;
  while (performance.now() < end) {} // a timer may fire early
  t.deepEqual(
    set.rules.map(({id}) => id),
    ['fault-2', 'fault-3', 'start-2'],
  );
  t.deepEqual(
    set.rules.map(({expiresAt}) => expiresAt === undefined),
    [true, false, true],
  );
  t.is(changes, 2);
});

test('rules from the start options come last and cannot be removed', t => {
  const set = new RuleSet(rules('*:503', {id: 'named', fault: {hold: true}}), 0, () => undefined);
  set.add(rules('createGroup:500'), null);
  t.deepEqual(
    set.rules.map(({id, isOfStart}) => [id, isOfStart]),
    [
      ['fault-1', false],
      ['start-1', true],
      ['named', true],
    ],
  );
  t.throws(() => set.remove('named'), {message: /was given at the start/});
  t.false(set.remove('nothing'));
  t.true(set.remove('fault-1'));
  set.clear();
  t.deepEqual(
    set.rules.map(({id}) => id),
    ['start-1', 'named'],
  );
});

test('a rule lists the latest 100 requests that it was applied to', t => {
  const set = setOf('*:503');
  const [armed] = set.rules;
  for (let seq = 1; seq <= 250; seq++) {
    armed!.addRequest(seq);
  }
  t.is(armed!.requests.length, 100);
  t.is(armed!.requests.at(-1), 250);
});
