import {Readable} from 'node:stream';
import {text as textOf} from 'node:stream/consumers';
import test from 'ava';
import {inPieces} from '../../src/operations/pieces.js';

/** What takes longer to make than a turn lasts. */
function afterAWhile(piece: string): string {
  const end = performance.now() + 50;
  while (performance.now() < end) {
    // Nothing else has a turn meanwhile.
  }
  return piece;
}

test('a short answer is a text, and a long one is written while it is sent, with turns for others', async t => {
  t.is(inPieces(['{"a":', '1}']), '{"a":1}');
  let made = 0;
  const piece = 'x'.repeat(1000);
  const pieces = function* () {
    for (; made < 20_000; made++) {
      yield made % 2000 === 1999 ? afterAWhile(piece) : piece;
    }
  };
  const answer = inPieces(pieces());
  t.true(answer instanceof Readable);
  t.true(made < 2000, 'most is not made yet');
  let others = 0;
  const turns = setInterval(() => {
    others += 1;
  }, 1);
  const text = await textOf(answer as Readable);
  clearInterval(turns);
  t.is(text.length, 20_000_000);
  t.true(others >= 1);
});

test('an answer that nobody reads to its end makes no more than was asked for', async t => {
  let made = 0;
  const pieces = function* () {
    for (;;) {
      made += 1;
      yield 'x'.repeat(100_000);
    }
  };
  const answer = inPieces(pieces()) as Readable;
  for await (const chunk of answer) {
    t.truthy(chunk);
    break;
  }
  const before = made;
  await new Promise(resolve => setImmediate(resolve));
  t.true(answer.destroyed);
  t.true(made <= before + 1);
});
