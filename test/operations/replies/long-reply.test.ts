import test from 'ava';
import {LongReply} from '../../../src/operations/replies/long-reply.js';
import {replyText} from '../../../src/operations/replies/reply.js';
import {noRowTexts} from '../../../src/operations/replies/row-texts.js';
import {operations} from '../../../src/resources/index.js';
import {replySchema} from '../../../src/schema/replies.js';
import {newConstituent, newGift, ownAccount} from '../../support/factories.js';
import {startTestSandbox} from '../../support/sandbox.js';

const {reply} = operations.find(({id}) => id === 'searchGifts')!;
const fields = Object.keys(replySchema(operations.find(({id}) => id === 'showGift')!.reply).shape).slice(1);

/** A page of so many gifts with a note of so many characters each. */
function pageOf(count: number, note: number) {
  const gift = {...Object.fromEntries(fields.map(name => [name, null])), note: 'x'.repeat(note), received_amount: 1};
  const answer = {items: Array.from({length: count}, (_, id) => ({...gift, id})), total: count + 1};
  const query = {limit: count, offset: 0};
  return replyText(reply, {answer, query, linkTo: offset => `http://a/?offset=${offset}`}, noRowTexts);
}

test('a page is as long as it must be: longer than a text can be in JavaScript', t => {
  const page = pageOf(540, 1_000_000);
  t.true(page instanceof LongReply);
  let length = 0;
  for (const piece of (page as LongReply).pieces()) {
    t.true(piece.length < 1_010_000, 'entry by entry');
    length += piece.length;
  }
  t.true(length > 2 ** 29);
});

test('a page has the same text whether it is long or short, and so have its parts', t => {
  const short = pageOf(2, 10);
  t.is(typeof short, 'string');
  const long = pageOf(2, 1_100_000) as LongReply;
  t.true(long instanceof LongReply);
  t.is(`${long}`.replaceAll(/x{11,}/g, 'x'.repeat(10)), short as string);
  const {items, ...head} = JSON.parse(short as string);
  t.deepEqual(
    [...long.parts()].map(part => JSON.parse(part.replaceAll(/x{11,}/g, 'x'.repeat(10)))),
    items.map((item: object) => ({...head, items: [item]})),
  );
});

test('a page over a mebibyte is sent while it is written, as it was when it was asked for', async t => {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {id} = await newConstituent(client);
  const made = [];
  for (let count = 0; count < 24; count++) {
    made.push(await newGift(client, id, {note: `${count} `.padEnd(60_000, 'é'), received_amount: count}));
  }
  const headers = {authorization: `Bearer ${client.key}`};
  const url = `${sandbox.url}/api/v1/gifts/search?limit=500`;
  const answered = await fetch(url, {headers});
  t.is(answered.headers.get('content-length'), null);
  await client.patch(`gifts/${made[23].id}`, {note: 'another'});
  const text = await answered.text();
  t.regex(text, /"received_amount":23\.0,/);
  const {items, ...head} = JSON.parse(text);
  t.like(head, {items_count: items.length, limit: 500, item_type: 'gift'});
  const byId = (gifts: ReadonlyArray<{id: number}>) => [...gifts].sort((a, b) => a.id - b.id);
  const own = items.filter((gift: {constituent_id: number}) => gift.constituent_id === id);
  t.deepEqual(byId(own), byId(made.map(({api_version: _, ...gift}) => gift)));
  const short = await fetch(url.replace('500', '5'), {headers});
  t.is(Number(short.headers.get('content-length')), Buffer.byteLength(await short.text()));
});
