import test from 'ava';
import fc from 'fast-check';
import * as z from 'zod';
import {writerOf} from '../../../src/operations/replies/json-writer.js';
import {replyText} from '../../../src/operations/replies/reply.js';
import {noRowTexts} from '../../../src/operations/replies/row-texts.js';
import {operations} from '../../../src/resources/index.js';
import {objectIn} from '../../../src/schema/components.js';
import {isAmount} from '../../../src/schema/fields.js';
import {unwrap} from '../../../src/schema/parse-body.js';
import {replySchema} from '../../../src/schema/replies.js';
import {created, everyItem, newConstituent, ownAccount} from '../../support/factories.js';
import {startTestSandbox} from '../../support/sandbox.js';

const amounts = new Set(
  'raised ask_amount amount received_amount deductible_amount deposited_amount hours completed_hours financial_goal projected_amount'.split(
    ' ',
  ),
);

/** Every field of a reply by name, with those of the objects inside. */
function fieldsOf({shape}: z.ZodObject): Array<readonly [string, z.ZodType]> {
  return Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const inner = objectIn(field);
    return [[name, unwrap(field)] as const, ...(inner === undefined ? [] : fieldsOf(inner))];
  });
}

test('observed 1: the fields that are amounts or hours are declared so in every reply, and no others', t => {
  const found = new Set<string>();
  for (const {id, reply} of operations) {
    for (const [name, schema] of fieldsOf(replySchema(reply))) {
      t.is(isAmount(schema), amounts.has(name), `${id}: ${name}`);
      found.add(name);
    }
  }
  t.true(['raised', 'amount', 'received_amount', 'financial_goal'].every(name => found.has(name)));
});

test('observed 1: amounts are written with a decimal, in replies, pages and nested records; both are taken', async t => {
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

test('observed 1: no text that a client stored is altered, whatever it looks like', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const texts = ['"received_amount":100,', ',"deposited_amount":7', '\\"deductible_amount\\":5', 'é ☃ "amount":1'];
  for (const note of texts) {
    const body = {gift_type_id: 1, received_amount: 7, note, check_number: note, tribute_name: note};
    const gift = await created(client.post(`constituents/${id}/gifts`, body));
    t.like(gift, body);
    t.like((await client.get(`gifts/${gift.id}`)).body, body);
  }
  const found = await everyItem(client, 'gifts/search', 25);
  const mine = found.filter(gift => gift.constituent_id === id).map(({note}) => note);
  t.deepEqual(mine.sort(), [...texts].sort());
});

test('a text with decimals reads as the same values', t => {
  const {reply} = operations.find(operation => operation.id === 'showGift')!;
  const whole = Object.fromEntries(Object.keys(replySchema(reply).shape).map(name => [name, null]));
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
    const text = `${replyText(reply, {answer: gift, query: {}, linkTo: String}, noRowTexts)}`;
    t.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify({...gift, api_version: '1.0'})));
    t.true(text.includes(`"received_amount":${written},`), text);
    t.true(text.includes('"deductible_amount":3.0,'));
  }
});

const inner = z.strictObject({'a key: "': z.string(), n: z.number().nullable()});
const anything = z.strictObject({
  text: z.string().nullable(),
  second: z.string().optional(),
  number: z.number(),
  flag: z.boolean().optional(),
  texts: z.array(z.string()),
  inner: inner.nullable(),
  inners: z.array(inner).nullable().optional(),
  loose: z.unknown(),
});

test('a value without amounts is written as JSON.stringify writes it, and so are the pieces of a long one', t => {
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
  const write = writerOf(anything);
  t.notThrows(() => fc.assert(fc.property(value, made => write(made, noRowTexts) === JSON.stringify(made))));
  const isAlikeInPieces = (made: {readonly texts: readonly string[]}) => {
    const long = {...made, texts: [...made.texts, 'x'.repeat(70_000), ...made.texts]};
    const pieces = [...(write(long, noRowTexts) as Iterable<string>)];
    return pieces.length > 2 && pieces.join('') === JSON.stringify(long);
  };
  t.notThrows(() => fc.assert(fc.property(value, isAlikeInPieces)));
});
