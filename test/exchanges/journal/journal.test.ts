import {createHash} from 'node:crypto';
import test from 'ava';
import {boundsOf} from '../../../src/exchanges/journal/bounds.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {exchangeOf as exchange} from '../../support/exchange.js';

const seqs = (journal: Journal, account: string) => journal.of(account).entries.map(({seq}) => seq);

/** The size of an entry without bodies. */
function emptyBytes(): number {
  const journal = new Journal('default');
  journal.read(exchange(1));
  return journal.size.bytesOfAll;
}

test('requests are listed per account, and requests without an account with the default one', t => {
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

test('the oldest entries are evicted when there are too many or their bodies are too large', t => {
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

test('a journal that keeps no entries still notifies listeners', t => {
  const none = new Journal('default', boundsOf(0));
  const appended: number[] = [];
  none.of('one').listen({appended: ({seq}) => appended.push(seq)});
  none.read(exchange(1));
  t.deepEqual(appended, [1]);
  t.is(none.of('one').size, 0);
  t.is(none.of('one').lastEvicted, 1);
  t.is(none.size.bytesOfAll, 0);
});

test('when all accounts together are too large, the oldest entry of any account is evicted', t => {
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

test('a body over 64 KiB is truncated, and kept with its length and SHA-256', t => {
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
  t.is(first!.reply, 'x'.repeat(64 * 1024 - 1), 'no character may be split');
  t.is(first!.body, undefined);
  t.deepEqual([second!.wholeReply, second!.reply?.length], [undefined, 64 * 1024]);
});

test('a kept body is parsed from the raw body', t => {
  const journal = new Journal('default');
  for (const [seq, rawBody] of ['{"amount":"50"}', '{"amount":', undefined].entries()) {
    journal.read(exchange(seq + 1, {rawBody, body: {amount: 'parsed'}}));
  }
  const bodies = journal.of('one').entries.map(({exchange}) => exchange.body);
  t.deepEqual(bodies, [{amount: '50'}, undefined, {amount: 'parsed'}]);
});

test('a listener is notified of new entries and of a clear, until it is removed', t => {
  const journal = new Journal('default');
  const events: Array<number | 'cleared'> = [];
  const end = journal.of('one').listen({appended: ({seq}) => events.push(seq), cleared: () => events.push('cleared')});
  journal.read(exchange(1));
  journal.of('one').clear();
  end();
  journal.read(exchange(2));
  t.deepEqual(events, [1, 'cleared']);
});

test('forgetting an account drops its entries and keeps its listeners', t => {
  const journal = new Journal('default');
  const events: string[] = [];
  journal.read(exchange(1));
  const gone = journal.of('one');
  journal.forget('one');
  t.not(journal.of('one'), gone);
  t.is(journal.size.bytesOfAll, 0);
  const end = journal
    .of('one')
    .listen({cleared: () => events.push('cleared'), appended: () => events.push('appended')});
  journal.forget('one');
  journal.read(exchange(2));
  end();
  t.deepEqual(events, ['cleared', 'appended']);
});

test('removed entries are not reported as evicted', t => {
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
