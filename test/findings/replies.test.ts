import test from 'ava';
import {type KeptReply, Replies} from '../../src/findings/memory/replies.js';

/** A response, kept by a session and for all. */
function keep(text: string, all: Replies, ...sessions: readonly Replies[]): KeptReply {
  const reply = {text, length: text.length};
  for (const replies of [all, ...sessions]) {
    replies.keep(reply);
  }
  return reply;
}

test('sessions share the memory of responses: the oldest are forgotten first, and their session knows', t => {
  const all = new Replies(undefined, {characters: 1000});
  const [one, other] = [new Replies(all), new Replies(all)];
  keep(`first${'x'.repeat(395)}`, all, one);
  keep('y'.repeat(400), all, other);
  t.true(one.isWhole);
  keep('z'.repeat(400), all, other);
  t.is(all.characters, 800);
  t.false(one.isWhole);
  t.false(one.hold(['first']));
  t.true(other.isWhole);
  t.true(other.hold(['first', 'zz']));
  other.end();
  t.is(all.characters, 0);
});

test('a session forgets its oldest responses when it has too many, and frees their memory', t => {
  const all = new Replies();
  const session = new Replies(all);
  for (let index = 0; index < 258; index++) {
    keep(`${index}`.padStart(10), all, session);
  }
  t.false(session.isWhole);
  t.is(all.characters, 2410, 'at the bound, a sixteenth of them is forgotten at once');
  t.true(session.hold([' 257']));
  t.true(session.hold(['        17']));
  t.false(session.hold(['        16']));
});

test('a session forgets its oldest responses when they are too long together', t => {
  const all = new Replies();
  const session = new Replies(all);
  keep('x'.repeat(300_000), all, session);
  t.true(session.isWhole);
  keep('y'.repeat(200_000), all, session);
  t.false(session.isWhole);
  t.is(all.characters, 200_000);
});

test('a response larger than the whole memory is forgotten at once', t => {
  const all = new Replies(undefined, {characters: 10});
  t.is(keep('x'.repeat(11), all).text, undefined);
  t.is(all.characters, 0);
});
