import test from 'ava';
import fc from 'fast-check';
import type * as z from 'zod';
import {LongReply, replyText} from '../../src/operations/reply.js';
import {operations} from '../../src/resources/index.js';
import {objectIn} from '../../src/schema/components.js';
import {isAmount} from '../../src/schema/fields.js';
import {unwrap} from '../../src/schema/parse-body.js';
import {replySchema} from '../../src/schema/replies.js';
import {created, everyItem, newConstituent, newGift, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

const amounts = new Set(
  'raised ask_amount amount received_amount deductible_amount deposited_amount hours completed_hours financial_goal projected_amount'.split(
    ' ',
  ),
);

const fields = Object.keys(replySchema(operations.find(({id}) => id === 'showGift')!.reply).shape).slice(1);

/** Returns the fields of a reply and its nested objects, by name. */
function fieldsOf({shape}: z.ZodObject): Array<readonly [string, z.ZodType]> {
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const inner = objectIn(field);
    return [[name, unwrap(field)] as const, ...(inner === undefined ? [] : fieldsOf(inner))];
  });
}

test('observed 1: exactly the fields with amounts or hours are declared as amounts, in every reply', t => {
  const names = new Set<string>();
  for (const {id, reply} of operations) {
    for (const [name, schema] of fieldsOf(replySchema(reply))) {
      t.is(isAmount(schema), amounts.has(name), `${id}: ${name}`);
      names.add(name);
    }
  }
  t.true(['raised', 'amount', 'received_amount', 'financial_goal'].every(name => names.has(name)));
});

test('observed 1: amounts have a decimal in all replies, and are accepted without one', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const give = (body: object) => client.post(`constituents/${id}/gifts`, {gift_type_id: 1, ...body});
  const texts = async (amount: unknown) => {
    const {text} = await give({received_amount: amount, deductible_amount: 0});
    return text.match(/(?<="(?:received|deductible|deposited)_amount":)[^,]*/g);
  };
  t.deepEqual(await texts(100), ['100.0', '0.0', '100.0']);
  t.deepEqual(await texts('100.0'), ['100.0', '0.0', '100.0']);
  t.deepEqual(await texts(12.5), ['12.5', '0.0', '12.5']);
  t.deepEqual(await texts(-3), ['-3.0', '0.0', '-3.0']);
  t.deepEqual(await texts(1e21), ['1e+21', '0.0', '1e+21']);
  const list = await client.get(`constituents/${id}/gifts`);
  t.is(list.text.match(/"amount":-?[\d.]+(?:\.\d|e\+21),/g)?.length, 5);
  t.regex((await client.get('appeals')).text, /"financial_goal":(?:\d+\.\d|null)/);
  const {items} = (await client.get('appeals?limit=1')).body;
  const request = await client.post(`constituents/${id}/appeal_requests`, {appeal_id: items[0].id, ask_amount: 50});
  t.regex(request.text, /"raised":0\.0,/);
  t.regex(request.text, /"ask_amount":50\.0,/);
  t.notRegex(request.text, /"id":\d+\.\d/);
});

test('observed 1: stored text that looks like an amount is returned unchanged', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const texts = ['"received_amount":100,', ',"deposited_amount":7', '\\"deductible_amount\\":5', 'é ☃ "amount":1'];
  for (const note of texts) {
    const body = {gift_type_id: 1, received_amount: 7, note, check_number: note, tribute_name: note};
    const gift = await created(client.post(`constituents/${id}/gifts`, body));
    t.like(gift, body);
    t.like((await client.get(`gifts/${gift.id}`)).body, body);
  }
  const gifts = await everyItem(client, 'gifts/search', 25);
  const notes = gifts.filter(gift => gift.constituent_id === id).map(({note}) => note);
  t.deepEqual(notes.sort(), [...texts].sort());
});

test('a reply with decimals parses to the same values', t => {
  const {reply} = operations.find(operation => operation.id === 'showGift')!;
  const whole = Object.fromEntries(fields.map(name => [name, null]));
  for (const [amount, written] of [
    [0, '0.0'],
    [-0, '0.0'],
    [-1, '-1.0'],
    [2.5, '2.5'],
    [1e21, '1e+21'],
    [1e20, '100000000000000000000.0'],
    [null, 'null'],
  ] as const) {
    const gift = {...whole, received_amount: amount, deductible_amount: 3, deposited_amount: amount};
    const text = `${replyText(reply, {returned: gift, query: {}, linkTo: String})}`;
    t.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify({...gift, api_version: '1.0'})));
    t.true(text.includes(`"received_amount":${written},`), text);
    t.true(text.includes('"deductible_amount":3.0,'));
  }
});

test('a reply without amounts equals the output of JSON.stringify, also in pieces', t => {
  const text = fc.string({unit: fc.nat(0xffff).map(code => String.fromCharCode(code))});
  const words = fc.oneof(
    text,
    fc.string({unit: fc.constantFrom('"', '\\', '\u0000', '\u001f', '\ud83d', '\ude00', 'é', 'a')}),
  );
  const innerValue = fc.record({'a key: "': words, n: fc.option(fc.double())});
  const value = fc.record(
    {
      text: fc.option(words),
      second: words,
      number: fc.oneof(fc.double(), fc.integer()),
      flag: fc.boolean(),
      texts: fc.array(words),
      inner: fc.option(innerValue),
      inners: fc.option(fc.array(innerValue)),
      loose: fc.jsonValue(),
    },
    {requiredKeys: ['text', 'number', 'texts', 'inner']},
  );
  const isEqual = (value: object) => `${new LongReply(value, null)}` === JSON.stringify(value);
  t.notThrows(() => fc.assert(fc.property(value, isEqual)));
  const isEqualInPieces = (value: {readonly texts: readonly string[]}) => {
    const long = {...value, texts: Array.from({length: 26}, () => value.texts)};
    return [...new LongReply(long, null).pieces()].length > 2 && isEqual(long);
  };
  t.notThrows(() => fc.assert(fc.property(value, isEqualInPieces)));
});

const {reply: giftPage} = operations.find(({id}) => id === 'searchGifts')!;

/** Returns the text of a page of gifts. @param note length of the note of each gift */
function pageOf(count: number, note: number) {
  const gift = {...Object.fromEntries(fields.map(name => [name, null])), note: 'x'.repeat(note), received_amount: 1};
  const returned = {items: Array.from({length: count}, (_, id) => ({...gift, id})), total: count + 1};
  const query = {limit: count, offset: 0};
  return replyText(giftPage, {returned, query, linkTo: offset => `http://a/?offset=${offset}`});
}

test('a page can be longer than the longest string in JavaScript', t => {
  const page = pageOf(540, 1_000_000);
  t.true(page instanceof LongReply);
  let length = 0;
  for (const piece of (page as LongReply).pieces()) {
    t.true(piece.length < 1_010_000, 'each piece must contain at most one entry');
    length += piece.length;
  }
  t.true(length > 2 ** 29);
});

test('a long page has the same JSON as a short page, as a whole and in parts', t => {
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

test('a page over a mebibyte is streamed with the data from the time of the request', async t => {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {id} = await newConstituent(client);
  const gifts = [];
  for (let count = 0; count < 24; count++) {
    gifts.push(await newGift(client, id, {note: `${count} `.padEnd(60_000, 'é'), received_amount: count}));
  }
  const headers = {authorization: `Bearer ${client.key}`};
  const url = `${sandbox.url}/api/v1/gifts/search?limit=500`;
  const response = await fetch(url, {headers});
  t.is(response.headers.get('content-length'), null);
  await client.patch(`gifts/${gifts[23].id}`, {note: 'another'});
  const text = await response.text();
  t.regex(text, /"received_amount":23\.0,/);
  const {items, ...head} = JSON.parse(text);
  t.like(head, {items_count: items.length, limit: 500, item_type: 'gift'});
  const byId = (gifts: ReadonlyArray<{id: number}>) => [...gifts].sort((a, b) => a.id - b.id);
  const received = items.filter((gift: {constituent_id: number}) => gift.constituent_id === id);
  t.deepEqual(byId(received), byId(gifts.map(({api_version: _, ...gift}) => gift)));
  const short = await fetch(url.replace('500', '5'), {headers});
  t.is(Number(short.headers.get('content-length')), Buffer.byteLength(await short.text()));
});
