import test from 'ava';
import {created, everyItem, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

interface AddressKind {
  readonly kind: string;
  readonly typeId: string;
  readonly typeName: string;
  readonly standard: readonly [number, string];
  readonly other: readonly [number, string];
}

const kinds: readonly AddressKind[] = [
  {
    kind: 'email_addresses',
    typeId: 'email_address_type_id',
    typeName: 'email_type_name',
    standard: [1, 'Home'],
    other: [2, 'Work'],
  },
  {
    kind: 'phone_numbers',
    typeId: 'phone_number_type_id',
    typeName: 'phone_type_name',
    standard: [1, 'Home'],
    other: [3, 'Mobile'],
  },
  {
    kind: 'street_addresses',
    typeId: 'street_address_type_id',
    typeName: 'street_type_name',
    standard: [1, 'Home'],
    other: [4, 'School'],
  },
  {
    kind: 'web_addresses',
    typeId: 'web_address_type_id',
    typeName: 'web_address_type_name',
    standard: [5, 'Website'],
    other: [8, 'LinkedIn'],
  },
];

const typed = test.macro<[AddressKind]>({
  async exec(t, {kind, typeId, typeName, standard, other}) {
    const client = ownAccount(await startTestSandbox(t));
    const {id} = await newConstituent(client);
    const typeOf = async (body: object) => {
      const reply = await created(client.post(`constituents/${id}/${kind}`, body));
      return [reply[typeId], reply[typeName]];
    };
    t.deepEqual(await typeOf({}), standard, 'the default type without a type');
    t.deepEqual(await typeOf({[typeName]: other[1]}), other, 'a name sets the id');
    t.deepEqual(await typeOf({[typeId]: String(other[0])}), other, 'an id sets the name');
    t.deepEqual(await typeOf({[typeId]: other[0], [typeName]: standard[1]}), other, 'the id takes precedence');
    t.deepEqual(await typeOf({[typeId]: 4711}), [4711, null], 'an unknown id is stored with a null name');
    t.deepEqual(await typeOf({[typeName]: 'Cabin'}), standard, 'an unknown name is ignored');
    const item = (await client.get(`constituents/${id}/${kind}`)).body.items[0];
    t.deepEqual(Object.keys(item).slice(0, 3), ['id', 'item_id', 'item_type']);
    t.like(item, {item_id: id, item_type: 'Constituent', parent_id: null, is_preferred: kind !== 'web_addresses'});
    t.false('item_id' in (await client.get(`constituents/${id}`)).body[kind][0], 'the nested copy omits item_id');
    const {body} = await client.patch(`${kind}/${item.id}`, {[typeName]: other[1]});
    t.deepEqual([body[typeId], body[typeName]], other);
  },
  title: (_, {kind}) => `${kind}: the type is set by id or name, and defaults to the standard type`,
});

const preferred = test.macro<[AddressKind]>({
  async exec(t, {kind}) {
    const client = ownAccount(await startTestSandbox(t));
    const {id} = await newConstituent(client, {[kind]: [{}, {}]});
    const flags = async () =>
      (await everyItem(client, `constituents/${id}/${kind}`)).map(({is_preferred}) => is_preferred);
    t.deepEqual(await flags(), [kind !== 'web_addresses', false], 'the first of a new constituent is preferred');
    await client.post(`constituents/${id}/${kind}`, {});
    t.deepEqual(await flags(), [kind !== 'web_addresses', false, false], 'an address posted later is not preferred');
    const {id: last} = await created(client.post(`constituents/${id}/${kind}`, {is_preferred: true}));
    t.deepEqual(await flags(), [false, false, false, true], 'a newly preferred address clears the other flags');
    const [first] = await everyItem(client, `constituents/${id}/${kind}`);
    await client.patch(`${kind}/${first.id}`, {is_preferred: true});
    t.deepEqual(await flags(), [true, false, false, false]);
    await client.delete(`${kind}/${first.id}`);
    t.deepEqual(await flags(), [false, false, false], 'deleting the preferred address does not promote another');
    await client.patch(`${kind}/${last}`, {is_preferred: true});
    const wished = await newConstituent(client, {[kind]: [{}, {is_preferred: true}]});
    t.deepEqual(
      wished[kind].map(({is_preferred}: {is_preferred: boolean}) => is_preferred),
      [false, true],
    );
    t.deepEqual(await flags(), [false, false, true], 'another constituent’s flags are unchanged');
  },
  title: (_, {kind}) => `${kind}: at most one per constituent is preferred`,
});

for (const kind of kinds) {
  test(typed, kind);
  test(preferred, kind);
}

test('normalized_number contains the digits of number and is updated with it', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const phone = await created(client.post(`constituents/${id}/phone_numbers`, {number: '+1 (888) 555-0044 ext. 7'}));
  t.is(phone.normalized_number, '188855500447');
  t.is((await client.patch(`phone_numbers/${phone.id}`, {number: '555-0100'})).body.normalized_number, '5550100');
});

test('zip5 is derived from postal_code on create and update; seasonal bounds have defaults', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const path = `constituents/${id}/street_addresses`;
  const street = await created(client.post(path, {postal_code: '60603-1234', street_address_type_name: 'Work'}));
  t.like(street, {
    zip5: '60603',
    street_type_name: 'Work',
    seasonal_from: '01-01',
    seasonal_to: '12-31',
    verified: false,
  });
  t.is((await client.patch(`street_addresses/${street.id}`, {postal_code: '90002'})).body.zip5, '90002');
  const seasonal = await created(
    client.post(path, {seasonal: true, seasonal_from: '11-01', street_type_name: 'Other'}),
  );
  t.like(seasonal, {seasonal: true, seasonal_from: '11-01', zip5: null, street_address_type_id: 3});
});
