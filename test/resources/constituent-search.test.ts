import test from 'ava';
import {
  type Client,
  created,
  everyItem,
  newCategory,
  newConstituent,
  newKeyword,
  ownAccount,
} from '../support/factories.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

const search = (query: string) => `constituents/search?${query}`;
const q = (...terms: string[]) => search(terms.map(term => `q[]=${encodeURIComponent(term)}`).join('&'));

const emptyAccount = async (t: Parameters<typeof startTestSandbox>[0]) =>
  ownAccount(await startTestSandbox(t, {profile: 'empty'}));

/** Returns the last names of the results, in the order of the response. */
async function found(client: Client, ...terms: string[]): Promise<string[]> {
  const {body} = await client.get(q(...terms));
  return body.items.map((item: {last_name: string}) => item.last_name);
}

const add = (client: Client, last_name: string, more: object = {}) =>
  newConstituent(client, {first_name: '', last_name, ...more});

test('a search without terms returns all active constituents, sorted by sort_name', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [listed, searched] = [await everyItem(client, 'constituents'), await everyItem(client, 'constituents/search')];
  t.deepEqual(searched, listed);
  t.true(listed.length > 40);
});

test('q[], repeated q[] and q without brackets are equivalent; terms are combined with AND', async t => {
  const client = await emptyAccount(t);
  await add(client, 'Lund', {is_org: false, external_constituent_id: 'one'});
  await add(client, 'Lundgren', {is_org: true, org_name: 'Lundgren Works'});
  t.deepEqual(await found(client, 'name=lund'), ['Lund', 'Lundgren']);
  const ways = [
    'q[]=name%3Dlund%3Bconstituent_type%3D1',
    'q[]=name=lund;constituent_type=1',
    'q=name=lund;constituent_type=1',
    'q[]=name=lund&q[]=constituent_type=1',
    'q[]=name=lund&q=constituent_type=1',
    'q%5B%5D=name%3Dlundgren+works',
    'q%5B%5D=name%3Dlundgren%20works',
  ];
  for (const way of ways) {
    const {body} = await client.get(search(way));
    t.deepEqual([body.total_items, body.items[0]?.last_name], [1, 'Lundgren'], way);
  }
});

test('case and accents are ignored in terms and in records', async t => {
  const client = await emptyAccount(t);
  await add(client, 'Ólafsson', {
    first_name: 'JOSÉ',
    email_addresses: [{address: 'Jose.O@Example.com'}],
    street_addresses: [{street: 'Calle Ñandú 5', city: 'Málaga', state: 'Md', country: 'España'}],
  });
  for (const term of [
    'name=jose olaf',
    'name=José',
    'eaddr=jose.o@EXAMPLE',
    'street=nandu',
    'city=MALAGA',
    'city=málaga',
    'state=MD',
    'country=espana',
  ]) {
    t.deepEqual(await found(client, term), ['Ólafsson'], term);
  }
});

test('city and state match exactly, street and country in part, postal_code by prefix', async t => {
  const client = await emptyAccount(t);
  const address = {
    street: '12 Oak Street',
    city: 'Springfield',
    state: 'IL',
    country: 'United States',
    postal_code: '60603-1234',
  };
  await add(client, 'Roe', {street_addresses: [{city: 'Boston'}, address]});
  for (const term of [
    'street=oak',
    'city=springfield',
    'state=il',
    'country=states',
    'postal_code=606',
    'postal_code=60603-1234',
  ]) {
    t.deepEqual(await found(client, term), ['Roe'], term);
  }
  for (const term of ['city=spring', 'state=i', 'postal_code=0603', 'postal_code=60603-12345']) {
    t.deepEqual(await found(client, term), [], term);
  }
});

test('blank and null fields match no term', async t => {
  const client = await emptyAccount(t);
  await add(client, 'Blank', {
    street_addresses: [{street: null, city: '', state: null}],
    email_addresses: [{address: null}],
  });
  for (const term of [
    'city=null',
    'street=null',
    'state=null',
    'eaddr=null',
    'external_id=null',
    'membership_end_date_to=9999-12-31',
  ]) {
    t.deepEqual(await found(client, term), [], term);
  }
});

test('phone numbers are found as written or by their digits, whatever the punctuation', async t => {
  const client = await emptyAccount(t);
  await add(client, 'Bell', {phone_numbers: [{number: '(312) 555-0100 ext. 7'}]});
  for (const term of ['(312) 555', '555-0100', '5550100', '312.555.0100', '+312 5550', 'EXT. 7']) {
    t.deepEqual(await found(client, `phone_number=${term}`), ['Bell'], term);
  }
  for (const term of ['555-0101', 'ext. 8', 'ext 7']) {
    t.deepEqual(await found(client, `phone_number=${term}`), [], term);
  }
});

test('a name term does not match across two name fields', async t => {
  const client = await emptyAccount(t);
  await add(client, 'Ash', {nick_name: 'Berry', maiden_name: 'Cole', honorary_name: 'The Ash Family'});
  for (const term of ['name=ash', 'name=berry', 'name=cole', 'name=ash fam']) {
    t.deepEqual(await found(client, term), ['Ash'], term);
  }
  t.deepEqual(await found(client, 'name=berrycole'), []);
  t.deepEqual(await found(client, 'name=berry cole'), []);
});

test('keyword, groups and external_id terms filter by exact value', async t => {
  const client = await emptyAccount(t);
  const {id} = await newCategory(client);
  const [red, blue] = [await newKeyword(client, id, 'Red'), await newKeyword(client, id, 'Blue')];
  const [ours, theirs] = [
    await created(client.post('groups', {name: 'Ours'})),
    await created(client.post('groups', {name: 'Theirs'})),
  ];
  await add(client, 'Both', {
    categories: [{id, keywords: [{id: red.id}, {id: blue.id}]}],
    groups: [{group_id: ours.id, is_current: false, date_end: '2020-01-01'}],
    external_constituent_id: 'Import-7',
  });
  await add(client, 'Red', {categories: [{id, keywords: [{id: red.id}]}], groups: [{group_id: theirs.id}]});
  t.deepEqual(await found(client, `keyword=${red.id}`), ['Both', 'Red']);
  t.deepEqual(await found(client, `keyword=${red.id};keyword=${blue.id}`), ['Both']);
  t.deepEqual(await found(client, 'keyword=1'), []);
  t.deepEqual(await found(client, `groups=${ours.id}`), ['Both']);
  t.deepEqual(await found(client, `groups=${theirs.id},${ours.id},${ours.id}`), ['Both', 'Red']);
  t.deepEqual(await found(client, 'external_id=import-7'), ['Both']);
  t.deepEqual(await found(client, 'external_id=import'), []);
  await client.delete(`keywords/${red.id}?permanent=0`);
  t.deepEqual(await found(client, `keyword=${red.id}`), ['Both', 'Red'], 'an archived keyword still matches');
});

test('membership terms and sorts use the latest membership; one without an end is the latest', async t => {
  const client = await emptyAccount(t);
  const level = async (name: string, ordinal?: number) =>
    (await created(client.post('membership_levels', {name, ordinal}))).id;
  const [gold, silver] = [await level('Gold', 2), await level('Silver', 1)];
  const member = async (last_name: string, ...terms: Array<[number, string | null]>) => {
    const {id} = await add(client, last_name);
    for (const [membership_level_id, finish_date] of terms) {
      await created(client.post(`constituents/${id}/memberships`, {membership_level_id, finish_date}));
    }
    return id;
  };
  await member('Active', [gold, '2026-01-01'], [silver, '2025-01-01']);
  const lapsed = await member('Lapsed', [silver, '2025-12-31'], [gold, '2024-12-31']);
  await member('Open', [gold, '2030-01-01'], [silver, null]);
  await member('Stranger');
  t.deepEqual(await found(client, 'membership_status=1'), ['Active', 'Open']);
  t.deepEqual(await found(client, 'membership_status=0'), ['Lapsed']);
  t.deepEqual(await found(client, `membership_level=${silver}`), ['Lapsed', 'Open']);
  t.deepEqual(await found(client, 'membership_end_date_from=2025-12-31'), ['Active', 'Lapsed']);
  t.deepEqual(await found(client, 'membership_end_date_to=2025-12-31'), ['Lapsed']);
  t.deepEqual(await found(client, 'membership_end_date_from=2026-01-01;membership_end_date_to=2026-01-01'), ['Active']);
  const sorted = async (sort: string) => {
    const {body} = await client.get(search(`sort=${sort}`));
    return body.items.map((item: {last_name: string}) => item.last_name);
  };
  t.deepEqual(await sorted('membership_level'), ['Lapsed', 'Open', 'Active', 'Stranger']);
  t.deepEqual(await sorted('membership_end_date_from'), ['Lapsed', 'Active', 'Open', 'Stranger']);
  t.deepEqual(await sorted('membership_end_date_from!'), ['Stranger', 'Open', 'Active', 'Lapsed']);
  await client.patch(`membership_levels/${gold}`, {ordinal: 0});
  t.deepEqual(
    await sorted('membership_level'),
    ['Active', 'Lapsed', 'Open', 'Stranger'],
    'levels are sorted by ordinal',
  );
  await created(
    client.post(`constituents/${lapsed}/memberships`, {membership_level_id: gold, finish_date: '2027-01-01'}),
  );
  t.deepEqual(await found(client, 'membership_status=0'), []);
  await client.delete(`membership_levels/${gold}`);
  t.deepEqual(await found(client, 'membership_status=0'), ['Active', 'Lapsed'], 'the remaining memberships are used');
});

test('custom_attr: seven operators compare the stored values', async t => {
  const client = await emptyAccount(t);
  const hold = (last_name: string, value: string, key = 'background_info') =>
    add(client, last_name, {custom_attrs: [{key, value}]});
  await hold('Ann', 'Founding Member');
  await hold('Bob', 'member since 1990');
  await hold('Cid', ' ');
  await hold('Dan', 'member', 'dietary_needs');
  const by = (operator: string, value: string) => found(client, `custom_attr=background_info|${operator}|${value}`);
  t.deepEqual(await by('ft', 'MEMBER'), ['Ann', 'Bob']);
  t.deepEqual(await by('nft', 'founding'), ['Bob', 'Cid'], 'Dan has no value for the attribute');
  t.deepEqual(await by('eq', 'founding member'), ['Ann']);
  t.deepEqual(await by('ne', 'founding member'), ['Bob', 'Cid']);
  t.deepEqual(await by('sw', 'member'), ['Bob']);
  t.deepEqual(await by('bl', 'x'), ['Cid']);
  t.deepEqual(await by('nb', 'x'), ['Ann', 'Bob']);
  t.deepEqual(await found(client, 'custom_attr=no_such_key|nft|x'), []);
});

test('custom_attr: date and number terms skip values that do not parse', async t => {
  const client = await emptyAccount(t);
  const hold = (last_name: string, key: string, value: string) =>
    add(client, last_name, {custom_attrs: [{key, value}]});
  await hold('Ann', 'first_contact', '2020-05-05');
  await hold('Bob', 'first_contact', '2021-05-05T10:00:00Z');
  await hold('Cid', 'first_contact', 'last spring');
  t.deepEqual(await found(client, 'custom_attr_from=first_contact|2020-05-05'), ['Ann', 'Bob']);
  t.deepEqual(await found(client, 'custom_attr_to=first_contact|2021-05-05'), ['Ann', 'Bob']);
  t.deepEqual(
    await found(client, 'custom_attr_from=first_contact|2020-05-06;custom_attr_to=first_contact|2021-05-04'),
    [],
  );
  await hold('Dan', 'wealth_score', '7');
  await hold('Eve', 'wealth_score', '70.5');
  await hold('Fay', 'wealth_score', 'high');
  const by = (comparison: string) => found(client, `custom_attr_int=wealth_score|${comparison}`);
  t.deepEqual(await by('gte|7'), ['Dan', 'Eve']);
  t.deepEqual(await by('gt|7'), ['Eve']);
  t.deepEqual(await by('lt|70'), ['Dan']);
  t.deepEqual(await by('ne|7'), ['Eve']);
  t.deepEqual(await by('btw|7|70'), ['Dan']);
});

test('updated_from and updated_to accept a timestamp or a date', async t => {
  const sandbox = await startTestSandbox(t, {profile: 'empty', now: '2026-03-05T10:00:00Z'});
  const client = ownAccount(sandbox);
  await add(client, 'Now');
  const yes = [
    'updated_from=2026-03-05',
    'updated_to=2026-03-05',
    'updated_from=2026-03-05T10:00:00Z',
    'updated_to=2026-03-05T10:00:00Z',
  ];
  const no = [
    'updated_from=2026-03-06',
    'updated_to=2026-03-04',
    'updated_from=2026-03-05T10:00:01Z',
    'updated_to=2026-03-05T09:59:59Z',
  ];
  for (const term of yes) {
    t.deepEqual(await found(client, term), ['Now'], term);
  }
  for (const term of no) {
    t.deepEqual(await found(client, term), [], term);
  }
});

test('every sort key works, ! reverses it, and ties are sorted by ascending id either way', async t => {
  const client = await emptyAccount(t);
  const ids: number[] = [];
  for (const [last_name, external_constituent_id] of [
    ['Zed', 'b'],
    ['abe', null],
    ['Éva', 'a'],
    ['Abe', 'b'],
  ] as const) {
    ids.push((await add(client, last_name, {external_constituent_id})).id);
  }
  const sorted = async (sort: string) => {
    const {body} = await client.get(search(`sort=${sort}`));
    return body.items.map((item: {id: number}) => ids.indexOf(item.id));
  };
  t.deepEqual(await sorted('name'), [1, 3, 2, 0]);
  t.deepEqual(await sorted('name!'), [0, 2, 1, 3]);
  t.deepEqual(await sorted('external_id'), [2, 0, 3, 1], 'null comes last');
  t.deepEqual(await sorted('external_id!'), [1, 0, 3, 2]);
  t.deepEqual(await sorted('svc_id'), [0, 1, 2, 3]);
  t.deepEqual(await sorted('svc_id!'), [3, 2, 1, 0]);
  for (const tie of [
    'date_created',
    'date_created!',
    'date_updated',
    'date_updated!',
    'membership_level!',
    'membership_end_date_from!',
  ]) {
    t.deepEqual(await sorted(tie), [0, 1, 2, 3], tie);
  }
});

test('expand adds the requested arrays, equal to those of the single object', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const names = [
    'class_affiliations',
    'relationships',
    'street_addresses',
    'phone_numbers',
    'email_addresses',
    'web_addresses',
    'categories',
    'groups',
    'memberships',
    'custom_attrs',
  ];
  const {body} = await client.get(search(`limit=40&expand=${names.toReversed().join(',%20')}`));
  for (const item of body.items) {
    const {api_version: _, ...single} = (await client.get(`constituents/${item.id}`)).body;
    t.deepEqual(item, single);
  }
  for (const name of names) {
    t.true(
      body.items.some((item: Record<string, unknown[]>) => item[name]!.length > 0),
      `at least one constituent has ${name}`,
    );
    const one = (await client.get(search(`limit=1&expand=${name}`))).body.items[0];
    t.is(Object.keys(one).at(-1), name);
    t.is(Object.keys(one).length, 39);
  }
});

test('the pages add up to the whole result; next_link keeps terms and sort but drops expand', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const path = `${q('constituent_type=0', 'name=a')}&sort=name!`;
  const whole = (await client.get(`${path}&limit=500`)).body;
  const {body} = await client.get(`${path}&limit=3&expand=groups`);
  t.is(body.total_items, whole.items.length);
  t.is(new URL(body.next_link).search, '?limit=3&offset=3&q%5B%5D=constituent_type%3D0&q%5B%5D=name%3Da&sort=name%21');
  t.deepEqual(await everyItem(client, path, 3), whole.items);
});

const refusals: ReadonlyArray<readonly [string, RegExp]> = [
  ['q[]=smith', /^Unknown query parameter: smith$/],
  ['q[]=shoe_size=5', /^Unknown query parameter: shoe_size$/],
  ['q[]=toString=5', /^Unknown query parameter: toString$/],
  ['q[]=', /^q\[\]: empty term in/],
  ['q[]=name=', /^name: must be text that is not blank, got ""$/],
  ['q[]=keyword=', /^keyword: must be an id, got ""$/],
  ['q[]=groups=', /^groups: must be comma-separated ids, got ""$/],
  ['q[]=updated_from=2026-02-30', /^updated_from: must be a moment, .* got "2026-02-30"$/],
  ['q[]=membership_status=active', /^membership_status: must be 0 or 1, got "active"$/],
  ['q[]=membership_end_date_to=2026-01-01T00:00:00Z', /^membership_end_date_to: must be a date, YYYY-MM-DD, got/],
  [
    'q[]=custom_attr=a|has|x',
    /^custom_attr: must be key\|op\|value with op one of ft, nft, eq, ne, sw, bl, nb.* got "a\|has\|x"$/,
  ],
  ['q[]=custom_attr=a|bl|', /^custom_attr: must be .* \(bl and nb need a value too\), got "a\|bl\|"$/],
  ['q[]=custom_attr=|eq|x', /^custom_attr: must be/],
  ['q[]=custom_attr_from=a|soon', /^custom_attr_from: must be key\|YYYY-MM-DD, got "a\|soon"$/],
  [
    'q[]=custom_attr_int=a|btw|5',
    /^custom_attr_int: must be key\|op\|number.* or key\|btw\|number\|number, got "a\|btw\|5"$/,
  ],
  ['sort=shoe_size', /^sort: must be one of name, external_id, svc_id, .* got "shoe_size"$/],
  ['sort=', /^sort: must be one of/],
  ['sort=name&sort=svc_id', /^sort: must be given once/],
  ['sort=name!!', /^sort: must be one of/],
  ['expand=gifts', /^expand: must be any of class_affiliations, relationships, .* got "gifts"$/],
  ['expand=groups,,memberships', /^expand: must be any of/],
  ['q[]=class=515', /^class: must be ids\|year or ids\|year to year, .* got "515"$/],
  ['q[]=class=a|2000', /^class: must be/],
  ['q[]=class=515|2000 to 2009 to 2010', /^class: must be/],
  ['limit=x', /^limit: must be/],
  ['q[]=city=;state=&sort=x', /^city: must be .*; state: must be .*; sort: must be/],
];

for (const [query, expected] of refusals) {
  test(`rejected with a description: ${query}`, async t => {
    const {get} = await startTestSandbox(t, {profile: 'empty'});
    const {status, body} = await get(`/api/v1/${search(query)}`);
    t.is(status, 400);
    t.is(body.error, 'Parameter Error');
    t.regex(body.description, expected);
  });
}

test('a search reflects every write immediately; accounts are isolated', async t => {
  const sandbox: TestSandbox = await startTestSandbox(t, {profile: 'empty'});
  const [mine, yours] = [ownAccount(sandbox), ownAccount(sandbox)];
  const {id} = await add(mine, 'Quist', {street_addresses: [{city: 'Oslo'}]});
  t.deepEqual(await found(mine, 'city=oslo'), ['Quist']);
  t.deepEqual(await found(yours, 'city=oslo'), []);
  const [address] = (await mine.get(`constituents/${id}/street_addresses`)).body.items;
  await mine.patch(`street_addresses/${address.id}`, {city: 'Bergen'});
  t.deepEqual(await found(mine, 'city=oslo'), []);
  t.deepEqual(await found(mine, 'city=bergen'), ['Quist']);
  await mine.patch(`constituents/${id}`, {last_name: 'Holm'});
  t.deepEqual(await found(mine, 'city=bergen;name=holm'), ['Holm']);
  await mine.delete(`constituents/${id}`);
  t.deepEqual(await found(mine, 'city=bergen'), []);
});
