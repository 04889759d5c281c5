import {createHash} from 'node:crypto';
import test from 'ava';
import {boundsOf} from '../../../src/exchanges/journal/bounds.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {exchangeOf as exchange} from '../../support/exchange.js';

const seqs = (journal: Journal, account: string) => journal.of(account).entries.map(({seq}) => seq);

/** What an entry takes besides its bodies. */
function emptyBytes(): number {
  const journal = new Journal('default');
  journal.read(exchange(1));
  return journal.size.bytesOfAll;
}

test('each account has its own; what has none is listed with the default one', t => {
  const journal = new Journal('default');
  journal.read(exchange(1));
  journal.read(exchange(1, {account: null, status: 401}));
  journal.read(exchange(0, {surface: 'admin'}));
  journal.read(exchange(0, {surface: 'page'}));
  t.deepEqual(
    ['one', 'default'].map(name => seqs(journal, name)),
    [[1], [1]],
  );
});

test('the oldest goes where there are too many, or their bodies are too large', t => {
  const few = new Journal('default', {exchanges: 2, bytes: emptyBytes() * 2 + 900});
  for (const seq of [1, 2, 3]) {
    few.read(exchange(seq));
  }
  t.deepEqual(seqs(few, 'one'), [2, 3]);
  t.is(few.of('one').lastEvicted, 1);
  few.read(exchange(4, {reply: 'x'.repeat(500)}));
  few.read(exchange(5, {rawBody: 'x'.repeat(401)}));
  t.deepEqual(seqs(few, 'one'), [5]);
  t.is(few.of('one').find(4), undefined);
  t.is(few.of('one').find(5)?.seq, 5);
});

test('a journal that keeps none tells of each all the same', t => {
  const none = new Journal('default', boundsOf(0));
  const told: number[] = [];
  none.of('one').listen({appended: ({seq}) => told.push(seq)});
  none.read(exchange(1));
  t.deepEqual(told, [1]);
  t.is(none.of('one').size, 0);
  t.is(none.of('one').lastEvicted, 1);
  t.is(none.size.bytesOfAll, 0);
});

test('where all accounts together take too much, the oldest of all goes first', t => {
  const size = emptyBytes() + 1000;
  const journal = new Journal('default', {bytesOfAll: size * 16});
  const read = (account: string, seq: number) => journal.read(exchange(seq, {account, reply: 'x'.repeat(1000)}));
  read('quiet', 1);
  for (let seq = 1; seq <= 14; seq++) {
    read('busy', seq);
  }
  read('quiet', 2);
  t.deepEqual(seqs(journal, 'quiet'), [1, 2]);
  read('late', 1); // the 17th
  t.deepEqual(seqs(journal, 'quiet'), [2]);
  t.is(journal.of('quiet').lastEvicted, 1);
  t.is(journal.of('busy').oldest?.seq, 2);
  t.deepEqual(seqs(journal, 'late'), [1]);
  for (let seq = 2; seq <= 200; seq++) {
    read('late', seq);
    t.true(journal.size.bytesOfAll <= size * 16);
  }
  t.deepEqual(seqs(journal, 'quiet'), []);
});

test('of a body over 64 KiB the head is kept, its length and its SHA-256', t => {
  const journal = new Journal('default');
  const long = `${'x'.repeat(64 * 1024 - 1)}😀é${'y'.repeat(100)}`;
  const whole = {
    length: Buffer.byteLength(long),
    sha256: createHash('sha256').update(long).digest('hex'),
  };
  journal.read(exchange(1, {rawBody: long, body: {}, reply: long}));
  journal.read(exchange(2, {rawBody: '"x"', reply: 'x'.repeat(64 * 1024)}));
  const [first, second] = journal.of('one').entries.map(({exchange}) => exchange);
  t.deepEqual([first!.wholeBody, first!.wholeReply], [whole, whole]);
  t.is(first!.reply, 'x'.repeat(64 * 1024 - 1), 'no character is cut in two');
  t.is(first!.body, undefined);
  t.deepEqual([second!.wholeReply, second!.reply?.length], [undefined, 64 * 1024]);
});

test('a body is read again from what was sent', t => {
  const journal = new Journal('default');
  for (const [seq, rawBody] of ['{"amount":"50"}', '{"amount":', undefined].entries()) {
    journal.read(exchange(seq + 1, {rawBody, body: {amount: 'parsed'}}));
  }
  const bodies = journal.of('one').entries.map(({exchange}) => exchange.body);
  t.deepEqual(bodies, [{amount: '50'}, undefined, {amount: 'parsed'}]);
});

test('who listens is told of what comes, and of an end', t => {
  const journal = new Journal('default');
  const told: Array<number | 'cleared'> = [];
  const end = journal.of('one').listen({appended: ({seq}) => told.push(seq), cleared: () => told.push('cleared')});
  journal.read(exchange(1));
  journal.of('one').clear();
  end();
  journal.read(exchange(2));
  t.deepEqual(told, [1, 'cleared']);
});

test('an account that is gone leaves nothing behind but who listens', t => {
  const journal = new Journal('default');
  const told: string[] = [];
  journal.read(exchange(1));
  const gone = journal.of('one');
  journal.forget('one');
  t.not(journal.of('one'), gone);
  t.is(journal.size.bytesOfAll, 0);
  const end = journal.of('one').listen({cleared: () => told.push('cleared'), appended: () => told.push('appended')});
  journal.forget('one');
  journal.read(exchange(2));
  end();
  t.deepEqual(told, ['cleared', 'appended']);
});

test('what was removed by hand is not told as evicted', t => {
  const journal = new Journal('default');
  for (let seq = 1; seq <= 40; seq++) {
    journal.read(exchange(seq));
  }
  t.is(
    journal.of('one').remove(({seq}) => seq % 2 === 0),
    20,
  );
  t.is(journal.of('one').lastEvicted, 0);
  t.is(journal.of('one').find(21)?.seq, 21);
  t.is(journal.of('one').find(22), undefined);
  t.is(journal.size.bytesOfAll, emptyBytes() * 20);
});
