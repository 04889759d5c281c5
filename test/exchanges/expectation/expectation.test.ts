import test from 'ava';
import fc from 'fast-check';
import {
  CountExpectation,
  type Expectation,
  SequenceExpectation,
  UnorderedExpectation,
} from '../../../src/exchanges/expectations.js';
import type {Pattern} from '../../../src/exchanges/pattern.js';

/** A request is a word of letters. A pattern is one letter that the word must contain. */
const kindOf = (letter: string): Pattern => ({body: {[letter]: true}});

const fitsKind = (word: string, letter: string) => word.includes(letter);

function addAll(expectation: Expectation, words: readonly string[]): Expectation {
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

/** Every choice of one request for each kind. */
function* choices(
  words: readonly string[],
  kinds: readonly string[],
  taken: readonly number[] = [],
): Generator<readonly number[]> {
  const [kind, ...rest] = kinds;
  if (kind === undefined) {
    yield taken;
    return;
  }
  for (const [index, word] of words.entries()) {
    if (!taken.includes(index) && fitsKind(word, kind)) {
      yield* choices(words, rest, [...taken, index]);
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

/** Compares an expectation with a brute-force search. */
const check = (make: (kinds: readonly Pattern[]) => Expectation, isFit: (places: readonly number[]) => boolean) => {
  let holding = 0;
  fc.assert(
    fc.property(words, kinds, (sentWords, wantedKinds) => {
      const expectation = addAll(make(wantedKinds.map(kindOf)), sentWords);
      const isRight = expectation.holds === isAny(choices(sentWords, wantedKinds), isFit);
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

test('a sequence holds if matching requests were sent in that order', t => {
  t.true(check(steps => new SequenceExpectation(steps), follows) > 100);
});

test('a strict sequence holds if matching requests were sent without others in between', t => {
  const isDense = (places: readonly number[]) => follows(places) && places.at(-1)! - places[0]! === places.length - 1;
  t.true(check(steps => new SequenceExpectation(steps, true), isDense) > 100);
});

test('an unordered expectation holds if each pattern can be assigned its own request', t => {
  t.true(
    check(
      steps => new UnorderedExpectation(steps),
      () => true,
    ) > 100,
  );
});

test('a request that matches two patterns is assigned to the one without another match', t => {
  const expectation = addAll(new UnorderedExpectation([kindOf('a'), kindOf('b')]), ['ab', 'a']);
  t.true(expectation.holds);
  t.deepEqual(
    expectation.found.map(({seq}) => seq),
    [2, 1],
  );
});

test('a count holds within its bounds, and is settled once more requests cannot change it', t => {
  const stateOf = (times: {min: number; max: number}, count: number) => {
    const {holds, isSettled, isFailed} = addAll(new CountExpectation(kindOf('a'), times), Array(count).fill('a'));
    return [holds, isSettled, isFailed].map(Number).join('');
  };
  const {POSITIVE_INFINITY: any} = Number;
  t.deepEqual(
    [0, 1, 2].map(count => stateOf({min: 1, max: 1}, count)),
    ['000', '110', '011'],
    'exactly once',
  );
  t.deepEqual(
    [0, 1].map(count => stateOf({min: 0, max: 0}, count)),
    ['100', '011'],
    'never',
  );
  t.deepEqual(
    [0, 1, 5].map(count => stateOf({min: 1, max: any}, count)),
    ['000', '110', '110'],
    'at least once',
  );
  t.deepEqual(
    [0, 2, 3].map(count => stateOf({min: 0, max: 2}, count)),
    ['100', '100', '011'],
    'at most twice',
  );
});

test('a count includes more than 1,000 requests', t => {
  const expectation = addAll(new CountExpectation(kindOf('a'), {min: 1001, max: 1001}), Array(1001).fill('a'));
  t.true(expectation.holds);
  t.is(expectation.found.length, 1001);
});
