import test from 'ava';
import {ReplySpace} from '../../src/findings/memory/reply-space.js';
import {ReplyTexts} from '../../src/findings/memory/reply-texts.js';

test('sessions share the memory of responses: the oldest are forgotten first, and their session knows', t => {
  const space = new ReplySpace(1000);
  const [one, other] = [new ReplyTexts(space), new ReplyTexts(space)];
  one.note(space.keep(`first${'x'.repeat(395)}`));
  other.note(space.keep('y'.repeat(400)));
  t.true(one.isWhole);
  other.note(space.keep('z'.repeat(400)));
  t.is(space.characters, 800);
  t.false(one.isWhole);
  t.false(one.some(text => text.startsWith('first')));
  t.true(other.isWhole);
  other.end();
  t.is(space.characters, 0);
});

test('a session forgets half of its responses when it has too many, and frees their memory', t => {
  const space = new ReplySpace();
  const texts = new ReplyTexts(space);
  for (let index = 0; index < 257; index++) {
    texts.note(space.keep(`${index}`.padStart(10)));
  }
  t.false(texts.isWhole);
  t.is(space.characters, 1280);
  t.true(texts.some(text => text.endsWith(' 256')));
  t.false(texts.some(text => text.endsWith(' 128')));
});

test('a response larger than the whole space is forgotten at once', t => {
  const space = new ReplySpace(10);
  t.is(space.keep('x'.repeat(11)).text, undefined);
  t.is(space.characters, 0);
});
