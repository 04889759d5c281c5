import test from 'ava';
import * as z from 'zod';
import {presenterOf} from '../../src/operations/reply.js';
import {amount} from '../../src/schema/fields.js';
import type {Row} from '../../src/store/order.js';
import {created, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

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

const shop: Shop = {hidden: 1, note: 'x "y"', total: 3, id: 1};

test('a presenter returns the fields of the schema in order, including computed ones', t => {
  const present = presenterOf<Shop, readonly string[]>(output, {
    double: ({total}) => (total === 0 ? undefined : total * 2),
    names: (_, names) => names,
  });
  const textOf = (row: Shop) => JSON.stringify(present(row, ['Here']));
  t.is(textOf(shop), '{"id":1,"total":3,"double":6,"note":"x \\"y\\"","names":["Here"]}');
  t.is(textOf({...shop, total: 0, note: null}), '{"id":1,"total":0,"note":null,"names":["Here"]}');
});

test('a response reflects writes to every record it includes', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const category = await newCategory(client);
  const keyword = await newKeyword(client, category.id, 'Red');
  const group = await created(client.post('groups', {name: 'Choir'}));
  const {id} = await newConstituent(client, {phone_numbers: [{number: '(213) 555-0166'}]});
  await created(client.post(`constituents/${id}/keywords`, {id: keyword.id}));
  await created(client.post(`constituents/${id}/group_memberships`, {group_id: group.id, date_start: '2025-01-01'}));
  const read = async () => {
    const {body} = await client.get(`constituents/${id}`);
    const [category] = body.categories;
    const phone = body.phone_numbers[0];
    return [body.first_name, category.name, category.keywords[0].name, body.groups[0].group_name, phone?.number];
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
