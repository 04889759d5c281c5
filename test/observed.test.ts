import test from 'ava';
import {type ObservedFact, observedFacts} from './support/observed.js';
import {testTitles, titlesIn} from './support/test-titles.js';

/** What is held by no test, or by one that is not there. */
function unheld(facts: readonly ObservedFact[], titles: readonly string[]): string[] {
  return facts.flatMap(({of, fact, heldBy}) => {
    const missing = heldBy.filter(title => !titles.includes(title)).map(title => `there is no test "${title}"`);
    return (heldBy.length === 0 ? ['no test'] : missing).map(why => `${of}: ${fact}: ${why}`);
  });
}

test('every fact that was observed is held by tests that are there', t => {
  t.true(testTitles.length > 500, 'titles are found at all');
  t.deepEqual(unheld(observedFacts, testTitles), []);
});

test('a fact without a test, or whose test is gone or has another title, is told', t => {
  for (const fact of observedFacts) {
    for (const title of fact.heldBy) {
      const others = testTitles.filter(other => other !== title);
      t.deepEqual(unheld([fact], others), [`${fact.of}: ${fact.fact}: there is no test "${title}"`]);
    }
  }
  t.deepEqual(unheld([{of: 1, fact: 'none', heldBy: []}], testTitles), ['1: none: no test']);
});

test('the facts are all 25 that have a number, and those that have none', t => {
  const of = (kind: ObservedFact['of']) => observedFacts.filter(fact => fact.of === kind).length;
  for (let number = 1; number <= 25; number += 1) {
    t.is(of(number), 1, `observation ${number}`);
  }
  t.deepEqual([of('confirmed'), of('data'), of('switch'), of('besides')], [7, 5, 6, 10]);
  t.is(observedFacts.length, 25 + 7 + 5 + 6 + 10);
});

test('a test that says it holds an observation is in the table, with its number', t => {
  const held = (of: ObservedFact['of']) => observedFacts.filter(fact => fact.of === of).flatMap(({heldBy}) => heldBy);
  for (const title of testTitles) {
    const [, number, kind] = /^(?:observed (\d+)|(confirmed|observed data)):/.exec(title) ?? [];
    if (number !== undefined || kind !== undefined) {
      const of = number === undefined ? (kind === 'confirmed' ? 'confirmed' : 'data') : Number(number);
      t.true(held(of).includes(title), title);
    }
  }
});

test('titles are read as they stand, over one line or several, with quotes of any kind', t => {
  const source = [
    "test('one', t => {",
    'test("it\'s two", async t => {',
    'for (const a of b) {\n  test(`three`, t => {',
    "test(\n  'four',\n  t => {",
    "test.serial('it\\'s five', t => {",
    'test(macro, row);',
    "// about test('six')",
  ];
  t.deepEqual(titlesIn(source.join('\n')), ['one', "it's two", 'three', 'four', "it's five"]);
});
