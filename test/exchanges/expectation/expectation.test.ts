import test from 'ava';
import fc from 'fast-check';
import {
  CountExpectation,
  type Expectation,
  SequenceExpectation,
  UnorderedExpectation,
} from '../../../src/exchanges/expectations.js';
import type {Pattern} from '../../../src/exchanges/pattern.js';

/** A request is a word of letters; a kind of request is one letter that must be in it. */
const kindOf = (letter: string): Pattern => ({body: {[letter]: true}});

const fitsKind = (word: string, letter: string) => word.includes(letter);

function tell(expectation: Expectation, words: readonly string[]): Expectation {
  for (const [index, word] of words.entries()) {
    const body = Object.fromEntries([...word].map(letter => [letter, true]));
    const request = {method: 'POST', url: '/', query: {}, client: {}, body};
    expectation.add({ref: {seq: index + 1}, request});
  }
  return expectation;
}

const letters = ['a', 'b', 'c'] as const;
const words = fc.array(
  fc.subarray([...letters]).map(part => part.join('')),
  {maxLength: 8},
);
const kinds = fc.array(fc.constantFrom(...letters), {minLength: 1, maxLength: 4});

/** Every way to choose requests for the kinds, in order. */
function* choices(
  told: readonly string[],
  asked: readonly string[],
  taken: readonly number[] = [],
): Generator<readonly number[]> {
  const [kind, ...others] = asked;
  if (kind === undefined) {
    yield taken;
    return;
  }
  for (const [index, word] of told.entries()) {
    if (!taken.includes(index) && fitsKind(word, kind)) {
      yield* choices(told, others, [...taken, index]);
    }
  }
}

const isAny = (found: Iterable<readonly number[]>, isFit: (places: readonly number[]) => boolean): boolean => {
  for (const places of found) {
    if (isFit(places)) {
      return true;
    }
  }
  return false;
};

/** Holds an expectation against trying all that there is to try. */
const check = (make: (kinds: readonly Pattern[]) => Expectation, isFit: (places: readonly number[]) => boolean) => {
  let holding = 0;
  fc.assert(
    fc.property(words, kinds, (told, asked) => {
      const expectation = tell(make(asked.map(kindOf)), told);
      const isRight = expectation.holds === isAny(choices(told, asked), isFit);
      holding += expectation.holds ? 1 : 0;
      const {found, missing} = expectation;
      const isWhole = expectation.holds === (missing === undefined);
      return isRight && isWhole && new Set(found).size === found.length;
    }),
    {numRuns: 1000},
  );
  return holding;
};

const follows = (places: readonly number[]) =>
  places.every((place, index) => index === 0 || place > places[index - 1]!);

test('a sequence holds where there is a choice of requests in that order', t => {
  t.true(check(steps => new SequenceExpectation(steps), follows) > 100);
});

test('a strict sequence holds where nothing stands between', t => {
  const isDense = (places: readonly number[]) => follows(places) && places.at(-1)! - places[0]! === places.length - 1;
  t.true(check(steps => new SequenceExpectation(steps, true), isDense) > 100);
});

test('kinds in any order hold where each can get a request of its own', t => {
  t.true(
    check(
      steps => new UnorderedExpectation(steps),
      () => true,
    ) > 100,
  );
});

test('a request that fits two kinds is left to the one that nothing else fits', t => {
  const expectation = tell(new UnorderedExpectation([kindOf('a'), kindOf('b')]), ['ab', 'a']);
  t.true(expectation.holds);
  t.deepEqual(
    expectation.found.map(({seq}) => seq),
    [2, 1],
  );
});

test('a count holds between its bounds, and is settled once nothing can change that', t => {
  const told = (times: {min: number; max: number}, count: number) => {
    const {holds, isSettled, isFailed} = tell(new CountExpectation(kindOf('a'), times), Array(count).fill('a'));
    return [holds, isSettled, isFailed].map(Number).join('');
  };
  const {POSITIVE_INFINITY: any} = Number;
  t.deepEqual(
    [0, 1, 2].map(count => told({min: 1, max: 1}, count)),
    ['000', '110', '011'],
    'exactly once',
  );
  t.deepEqual(
    [0, 1].map(count => told({min: 0, max: 0}, count)),
    ['100', '011'],
    'never',
  );
  t.deepEqual(
    [0, 1, 5].map(count => told({min: 1, max: any}, count)),
    ['000', '110', '110'],
    'at least once',
  );
  t.deepEqual(
    [0, 2, 3].map(count => told({min: 0, max: 2}, count)),
    ['100', '100', '011'],
    'at most twice',
  );
});

test('a count goes on beyond a thousand requests', t => {
  const expectation = tell(new CountExpectation(kindOf('a'), {min: 1001, max: 1001}), Array(1001).fill('a'));
  t.true(expectation.holds);
  t.is(expectation.found.length, 1001);
});
