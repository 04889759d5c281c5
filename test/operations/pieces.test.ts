import {Readable} from 'node:stream';
import {text as textOf} from 'node:stream/consumers';
import test from 'ava';
import {inPieces} from '../../src/operations/pieces.js';

/** Returns the piece after longer than a turn. */
function afterAWhile(piece: string): string {
  const end = performance.now() + 50;
  while (performance.now() < end) {
    // Blocks the event loop.
  }
  return piece;
}

test('a short response is a string, and a long one is a stream that lets timers run', async t => {
  t.is(inPieces(['{"a":', '1}']), '{"a":1}');
  let count = 0;
  const piece = 'x'.repeat(1000);
  const pieces = function* () {
    for (; count < 20_000; count++) {
      yield count % 2000 === 1999 ? afterAWhile(piece) : piece;
    }
  };
  const response = inPieces(pieces());
  t.true(response instanceof Readable);
  t.true(count < 2000, 'most pieces must not exist yet');
  let timerTurns = 0;
  const turns = setInterval(() => {
    timerTurns += 1;
  }, 1);
  const text = await textOf(response as Readable);
  clearInterval(turns);
  t.is(text.length, 20_000_000);
  t.true(timerTurns >= 1);
});

test('a stream that is not read to the end stops creating pieces', async t => {
  let count = 0;
  const pieces = function* () {
    for (;;) {
      count += 1;
      yield 'x'.repeat(100_000);
    }
  };
  const response = inPieces(pieces()) as Readable;
  for await (const chunk of response) {
    t.truthy(chunk);
    break;
  }
  const before = count;
  await new Promise(resolve => setImmediate(resolve));
  t.true(response.destroyed);
  t.true(count <= before + 1);
});
