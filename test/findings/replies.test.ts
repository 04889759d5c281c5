import test from 'ava';
import {type KeptReply, Replies} from '../../src/findings/memory/replies.js';

/** Keeps a response in sessions and in the shared memory. */
function keep(text: string, all: Replies, ...sessions: readonly Replies[]): KeptReply {
  const reply = {text, length: text.length};
  for (const replies of [all, ...sessions]) {
    replies.keep(reply);
  }
  return reply;
}

test('sessions share a memory limit; dropping the oldest response makes its session incomplete', t => {
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

test('a session drops its oldest responses when it has too many, and frees their memory', t => {
  const all = new Replies();
  const session = new Replies(all);
  for (let index = 0; index < 258; index++) {
    keep(`${index}`.padStart(10), all, session);
  }
  t.false(session.isWhole);
  t.is(all.characters, 2410, 'a sixteenth must be dropped at once at the limit');
  t.true(session.hold([' 257']));
  t.true(session.hold(['        17']));
  t.false(session.hold(['        16']));
});

test('a session drops its oldest responses when their total length is too large', t => {
  const all = new Replies();
  const session = new Replies(all);
  keep('x'.repeat(300_000), all, session);
  t.true(session.isWhole);
  keep('y'.repeat(200_000), all, session);
  t.false(session.isWhole);
  t.is(all.characters, 200_000);
});

test('a response larger than the memory limit is dropped at once', t => {
  const all = new Replies(undefined, {characters: 10});
  t.is(keep('x'.repeat(11), all).text, undefined);
  t.is(all.characters, 0);
});
