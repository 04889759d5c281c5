import {createHash} from 'node:crypto';
import test from 'ava';
import {formatVersion} from '../../src/persistence/snapshot/document-head.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {readSnapshot} from '../../src/persistence/snapshot/snapshot-format.js';
import type {ConstituentRow} from '../../src/resources/constituents/schema.js';
import type {GiftRow} from '../../src/resources/gifts/schema.js';
import {schema} from '../../src/resources/index.js';
import {writtenResources} from '../support/resources.js';
import {seededKinds} from '../support/seeded-kinds.js';
import {directClient} from './direct-client.js';
import {stateOf} from './states.js';
import {textOf, withChecksum, withoutChecksum} from './support.js';

const text = withoutChecksum(textOf(stateOf(60)));

// biome-ignore lint/suspicious/noExplicitAny: tests break documents in any way
type Document = any;

function edited(edit: (records: Document) => void): string {
  const document = JSON.parse(text);
  edit(document.records);
  return JSON.stringify(document);
}

/** Returns an edited document in the layout of the sandbox, with a valid checksum. */
function forged(edit: (records: Document) => void): string {
  const {records, ...head} = JSON.parse(edited(edit));
  const lists = Object.entries(records as Record<string, object[]>).map(([name, rows]) => {
    const lines = rows.map(row => `\n      ${JSON.stringify(row)}`);
    return `\n    "${name}": [${lines.join(',')}${rows.length === 0 ? ']' : '\n    ]'}`;
  });
  const frame = JSON.stringify(head, undefined, 2).slice(0, -2);
  return withChecksum(`${frame},\n  "records": {${lists.join(',')}\n  }\n}\n`);
}

const edits: ReadonlyArray<readonly [string, (records: Document) => void, RegExp]> = [
  ['a missing field', r => delete r.gifts[3].received_amount, /gifts\[3\]\.received_amount is missing/],
  ['an unknown field', r => (r.gifts[3].shoe = 1), /gifts\[3\] has the unknown field shoe/],
  [
    'a misspelled field',
    r => {
      r.funds[1].nmae = r.funds[1].name;
      delete r.funds[1].name;
    },
    /funds\[1\]\.name is missing.*has the unknown field nmae/,
  ],
  [
    'a value of the wrong type',
    r => (r.gifts[3].received_amount = '5'),
    /gifts\[3\]\.received_amount is wrong: .*expected number, received string/,
  ],
  [
    'an invalid field that responses omit',
    r => (r.constituents[2].is_active = 1),
    /constituents\[2\]\.is_active is wrong: .*expected boolean, received number/,
  ],
  [
    'an invalid nested value',
    r => (r.constituents.find((row: Document) => row.custom_attrs.length > 0).custom_attrs[0].value = 5),
    /constituents\[\d+\]\.custom_attrs\[0\]\.value is wrong: .*expected string, received number/,
  ],
  ['an invalid day', r => (r.gifts[0].received_date = '2024-02-30'), /gifts\[0\]\.received_date is wrong: /],
  ['null in a required field', r => (r.gifts[4].received_amount = null), /gifts\[4\]\.received_amount is wrong/],
  ['an unknown enum value', r => (r.categories[0].item_type = 'Person'), /categories\[0\]\.item_type is wrong/],
  ['an invalid timestamp', r => (r.email_addresses[0].created_at = 'now'), /email_addresses\[0\]\.created_at is wrong/],
  [
    'a fractional year',
    r => {
      const [{id}, ...types] = [r.constituents[0], ...r.class_affiliation_types];
      r.class_affiliations = [
        {id: 9, constituent_id: id, class_affiliation_type_id: types[0].id, year: 1.5, note: null},
      ];
    },
    /class_affiliations\[0\]\.year is wrong/,
  ],
  [
    'a flag that is null',
    r => (r.relationships[0].also_acknowledge = null),
    /relationships\[0\]\.also_acknowledge is wrong/,
  ],
  [
    'a reference to a removed constituent',
    r => r.constituents.pop(),
    /is \d+, and there is no such id in constituents/,
  ],
  [
    'a keyword without a constituent',
    r => (r.constituent_keywords[1].constituent_id = null),
    /constituent_keywords\[1\]\.constituent_id is wrong: .*received null/,
  ],
  [
    'a duplicate external id',
    r => [r.gifts[2], r.gifts[7]].map(gift => Object.assign(gift, {external_id: 'G-1'})),
    /gifts\[7\]\.external_id is "G-1", which is that of records\.gifts\[2\] already/,
  ],
  [
    'a missing membership level',
    r => (r.memberships[0].membership_level_id = 1),
    /memberships\[0\]\.membership_level_id is 1/,
  ],
];

for (const [title, edit, message] of edits) {
  test(`an edited file is rejected with the location: ${title}`, async t => {
    await t.throwsAsync(readSnapshot(edited(edit), schema), {instanceOf: SnapshotError, message});
  });

  test(`a file with a valid checksum is rejected with the location: ${title}`, async t => {
    await t.throwsAsync(readSnapshot(forged(edit), schema), {instanceOf: SnapshotError, message});
  });
}

test('a forged file without edits is valid', async t => {
  const {state, checksum} = await readSnapshot(
    forged(() => undefined),
    schema,
  );
  t.truthy(checksum);
  t.is(withoutChecksum(textOf(state)), text);
});

test('a row that could not be serialized is rejected with the location inside it', async t => {
  const source = edited(r => {
    for (const gift of r.gifts) {
      gift.custom_fields = [{category_id: r.categories[0].id, keyword_ids: 7}];
    }
  });
  const message = /gifts\[0\]\.custom_fields\[0\]\.keyword_ids is wrong: .*expected array/;
  await t.throwsAsync(readSnapshot(source, schema), {instanceOf: SnapshotError, message});
});

test('derived fields are recomputed when an edited file is loaded', async t => {
  const {state} = await readSnapshot(
    edited(r => {
      const ada = r.constituents.find((row: Document) =>
        r.gifts.some((gift: Document) => gift.constituent_id === row.id),
      );
      Object.assign(ada, {is_org: false, first_name: 'Ada', last_name: 'Ångström', nick_name: 'the edited one'});
      r.memberships = [];
    }),
    schema,
  );
  const rows = <R>(name: string) => [...state.records.collections.get(name)!.values()] as unknown as R[];
  const ada = rows<ConstituentRow>('constituents').find(row => row.nick_name === 'the edited one')!;
  t.is(ada.sort_name, 'Ångström, Ada');
  t.is(ada.sort_key, 'angstrom, ada');
  const gifts = rows<GiftRow>('gifts').filter(row => row.constituent_id === ada.id);
  t.true(gifts.length > 0);
  t.true(gifts.every(row => row.constituent_sort_key === 'angstrom, ada'));
  t.true(rows<ConstituentRow>('constituents').every(row => row.latest_membership_end === null));
});

test('an edited file may add, remove and reorder rows', async t => {
  const {state} = await readSnapshot(
    edited(r => {
      const first = r.gifts[0];
      r.gifts = [...r.gifts.slice(5).reverse(), {...first, id: 5, note: 'added'}];
    }),
    schema,
  );
  const gifts = [...state.records.collections.get('gifts')!.values()] as GiftRow[];
  t.is(gifts[0]!.note, 'added');
  t.is(gifts.length, stateOf(60).records.collections.get('gifts')!.size - 4);
});

/** Bodies with names in place of ids, and with other fields that rows do not have. */
const byName: Readonly<Record<string, object>> = {
  constituents: {
    constituent_contact_type_name: 'Prospect',
    marital_status_name: 'Married',
    custom_attrs: [{key: 'pet_names', value: 'Rex'}],
    categories: [{key: 'tags', keywords: [{name: 'Newsletter'}]}],
    groups: [{group_name: 'Board Member'}],
    street_addresses: [{street_address_type_name: 'Home', city: 'Chicago'}],
    phone_numbers: [{number: '1', phone_number_type_name: 'Home'}],
    remove_previous_email_addresses: true,
  },
  street_addresses: {street_address_type_name: 'Work', postal_code: '60601-1234'},
  phone_numbers: {phone_type_name: 'Work', phone_number_type_name: 'Work'},
  email_addresses: {email_type_name: 'Work', email_address_type_name: 'Work'},
  web_addresses: {web_address_type_name: 'Facebook'},
  gifts: {
    team_member: null,
    ack_template_name: 'do_not_ack',
    parent_gift_id: null,
    gift_type_name: 'Gift',
    payment_type_name: 'Check',
    custom_fields: [{key: 'thank_you_call', values: [{name: 'Done'}]}],
  },
  contact_reports: {team_member: null, contact_report_type_name: 'Call'},
  memberships: {membership_level_name: 'Gold'},
  group_memberships: {group_name: 'Board Member'},
  appeal_requests: {custom_fields: [], custom_attrs: []},
};

for (const resource of writtenResources) {
  test(`rows written by clients are valid when read back: ${resource.name}`, async t => {
    const {account, client} = directClient(stateOf(8));
    const place = await resource.place(client);
    const body = {...resource.body, ...(await resource.needs?.(client))};
    const {id} = (await client.post(place, body)).body;
    const {id: second} = (await client.post(place, {...body, ...byName[resource.name]})).body;
    await client.patch(`${resource.name}/${id}`, resource.change);
    await client.patch(`${resource.name}/${second}`, {...byName[resource.name], unknown_field: 1});
    const read = async () => (await readSnapshot(withoutChecksum(textOf(account.state)), schema)).state;
    t.is(textOf(await read()), textOf(account.state));
    await client.delete(`${resource.name}/${id}`);
    t.is(textOf(await read()), textOf(account.state));
  });
}

test('the format version must be raised if the fields of rows change after a release', t => {
  const kinds = Object.entries(JSON.parse(text).records as Record<string, object[]>)
    .filter(([name]) => seededKinds.has(name))
    .map(([name, rows]) => [name, Object.keys(rows[0] ?? {}).sort()]);
  const digest = createHash('sha256').update(JSON.stringify(kinds)).digest('hex').slice(0, 16);
  t.deepEqual([formatVersion, digest], [1, '068cbc2bf360d541']);
});
