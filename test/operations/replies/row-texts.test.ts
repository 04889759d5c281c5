import test from 'ava';
import * as z from 'zod';
import {writerOf} from '../../../src/operations/replies/json-writer.js';
import {plain, presenterOf} from '../../../src/operations/replies/presenter.js';
import {RowTexts} from '../../../src/operations/replies/row-texts.js';
import {amount} from '../../../src/schema/fields.js';
import {assumptionsOf} from '../../../src/settings.js';
import type {Row} from '../../../src/store/order.js';
import {recordsFrom} from '../../../src/store/records.js';
import {Schema} from '../../../src/store/schema.js';
import {Transaction} from '../../../src/store/transaction.js';
import {created, newCategory, newConstituent, newKeyword, ownAccount} from '../../support/factories.js';
import {startTestSandbox} from '../../support/sandbox.js';

/** Texts that count how often a row was written. */
function counting(most: number) {
  const texts = new RowTexts(most);
  let written = 0;
  const textOf = (form: object, row: {readonly text: string}) =>
    texts.get(form, row, ({text}) => {
      written += 1;
      return [text];
    });
  return {textOf, written: () => written};
}

test('a row is written once for each thing it is shown as, and another row for itself', t => {
  const {textOf, written} = counting(1000);
  const [one, other, row] = [{}, {}, {text: 'a'}];
  t.deepEqual(textOf(one, row), ['a']);
  t.deepEqual(textOf(one, row), ['a']);
  t.is(written(), 1);
  textOf(other, row);
  t.is(written(), 2);
  t.deepEqual(textOf(one, {...row, text: 'b'}), ['b']);
  t.is(written(), 3);
});

test('without room nothing is remembered', t => {
  const {textOf, written} = counting(0);
  const [form, row] = [{}, {text: 'a'}];
  textOf(form, row);
  t.deepEqual(textOf(form, row), ['a']);
  t.is(written(), 2);
});

test('no more than the limit is kept: then all texts are dropped, and written again when they are needed', t => {
  const {textOf, written} = counting(100);
  const form = {};
  const rows = Array.from({length: 11}, () => ({text: 'ten chars.'}));
  const [first, ...others] = rows as [{text: string}, ...Array<{text: string}>];
  textOf(form, first);
  for (const row of others) {
    textOf(form, first);
    textOf(form, row);
  }
  t.is(written(), 11);
  textOf(form, others.at(-1)!);
  t.is(written(), 11, 'the latest is kept');
  t.deepEqual(textOf(form, first), ['ten chars.']);
  t.is(written(), 12);
});

const output = z.strictObject({
  id: z.int(),
  total: amount,
  double: amount.optional(),
  note: z.string().nullable(),
  names: z.array(z.string()),
});

interface Shop extends Row {
  readonly total: number;
  readonly note: string | null;
  readonly hidden: number;
}

const spec = (name: string) => ({name, firstId: 1});
const schema = new Schema([spec('shops'), spec('towns'), spec('rivers')]);
const towns = [{id: 1, name: 'Here'} as Row];

const textOf = (shown: object, texts: RowTexts) => writerOf(output)(shown, texts) as string;

/** Writes a shop in a new transaction of the same state each time, and counts how often what is computed was. */
function open({most = 1000, assume = assumptionsOf()} = {}) {
  let records = recordsFrom(schema, new Map([['towns', towns]]));
  let computed = 0;
  const present = presenterOf<Shop>(output, {
    double: ({total}) => (total === 0 ? undefined : total * 2),
    names: (_, transaction) => {
      computed += 1;
      return [...transaction.rows('towns').values()].map(row => (row as Row & {name: string}).name);
    },
  });
  const texts = new RowTexts(most);
  const begin = () => new Transaction(schema, records, () => '2026-01-01T00:00:00Z', assume);
  return {
    present,
    begin,
    computed: () => computed,
    written: (row: Shop, transaction = begin()) => textOf(present(row, transaction), texts),
    store: (name: string, row: object) => {
      const transaction = begin();
      transaction.put(schema.specs.find(spec => spec.name === name)!, row as Row);
      records = transaction.result();
    },
  };
}

const shop: Shop = {hidden: 1, note: 'x "y"', total: 3, id: 1};

test('a row is shown with what is computed for it, in the order of the schema, and with nothing else', t => {
  const {written, present, begin} = open();
  t.is(written(shop), '{"id":1,"total":3.0,"double":6.0,"note":"x \\"y\\"","names":["Here"]}');
  t.is(written({...shop, total: 0, note: null}), '{"id":1,"total":0.0,"note":null,"names":["Here"]}');
  t.deepEqual(plain(present(shop, begin())), {id: 1, total: 3, double: 6, note: 'x "y"', names: ['Here']});
});

test('computed fields are computed each time, and the fields of the row are written once', t => {
  const {written, computed, store} = open();
  const counted = {...shop};
  let read = 0;
  const row = Object.defineProperty(counted, 'note', {get: () => `read ${++read} times`, enumerable: true});
  t.regex(written(row), /"note":"read 1 times","names":\["Here"\]/);
  store('towns', {id: 2, name: 'There'});
  t.regex(written(row), /"note":"read 1 times","names":\["Here","There"\]/);
  t.is(computed(), 2);
});

test('what a write shows is not held against what it changes yet', t => {
  const {written, begin} = open();
  const transaction = begin();
  transaction.put(spec('towns'), {id: 2, name: 'There'} as Row);
  t.regex(written(shop, transaction), /\["Here","There"\]/);
  transaction.put(spec('towns'), {id: 3, name: 'Far'} as Row);
  t.regex(written(shop, transaction), /\["Here","There","Far"\]/);
  t.regex(written(shop), /\["Here"\]/);
});

test('a row that is shown inside another follows what it is computed from', t => {
  const {present, begin, store} = open();
  const outerSchema = z.strictObject({id: z.int(), shops: z.array(output)});
  const outer = presenterOf<Row>(outerSchema, {shops: (_, transaction) => [present(shop, transaction)]});
  const texts = new RowTexts(1000);
  const written = () => writerOf(outerSchema)(outer({id: 7}, begin()), texts) as string;
  textOf(present(shop, begin()), texts);
  t.regex(written(), /"names":\["Here"\]/);
  store('towns', {id: 1, name: 'There'});
  t.regex(written(), /"names":\["There"\]/);
});

test('what comes first in a reply stands in the row', t => {
  t.throws(() => presenterOf(output, {id: () => 1})(shop, open().begin()), {
    message: 'id comes first in a reply, and stands in no row',
  });
});

test('what is read after a write follows every record that the answer tells of', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const category = await newCategory(client);
  const keyword = await newKeyword(client, category.id, 'Red');
  const group = await created(client.post('groups', {name: 'Choir'}));
  const {id} = await newConstituent(client, {phone_numbers: [{number: '(213) 555-0166'}]});
  await created(client.post(`constituents/${id}/keywords`, {id: keyword.id}));
  await created(client.post(`constituents/${id}/group_memberships`, {group_id: group.id, date_start: '2025-01-01'}));
  const read = async () => {
    const {body} = await client.get(`constituents/${id}`);
    const [held] = body.categories;
    const phone = body.phone_numbers[0];
    return [body.first_name, held.name, held.keywords[0].name, body.groups[0].group_name, phone?.number];
  };
  const before = await read();
  t.deepEqual(before, ['Ivo', 'Colours', 'Red', 'Choir', '(213) 555-0166']);
  t.deepEqual(await read(), before);
  await created(client.patch(`keywords/${keyword.id}`, {name: 'Blue'}));
  t.is((await read())[2], 'Blue');
  await created(client.patch(`categories/${category.id}`, {name: 'Hues'}));
  t.is((await read())[1], 'Hues');
  await created(client.patch(`groups/${group.id}`, {name: 'Singers'}));
  t.is((await read())[3], 'Singers');
  await created(client.patch(`constituents/${id}`, {first_name: 'Ada'}));
  t.deepEqual(await read(), ['Ada', 'Hues', 'Blue', 'Singers', '(213) 555-0166']);
  const [phone] = (await client.get(`constituents/${id}`)).body.phone_numbers;
  t.is((await client.delete(`phone_numbers/${phone.id}`)).status, 200);
  t.deepEqual(await read(), ['Ada', 'Hues', 'Blue', 'Singers', undefined]);
});
