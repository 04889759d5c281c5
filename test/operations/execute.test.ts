import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import type {ChangeLog} from '../../src/accounts/change-log.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {execute, type Outcome, preview, replyToSend} from '../../src/operations/execute.js';
import {matcherOf} from '../../src/operations/match.js';
import type {Operation} from '../../src/operations/operation.js';
import {LongReply} from '../../src/operations/reply.js';
import {type StreetAddressRow, streetAddresses} from '../../src/resources/addresses/street-addresses.js';
import {type KeywordRow, keywords} from '../../src/resources/categories/keywords.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';

const match = matcherOf(operations, {asService: true});
const state = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(Date.UTC(2026, 0, 1))};

/** An account with a log, and requests to it. */
function open({changeLog, strict = false}: {readonly changeLog?: ChangeLog; readonly strict?: boolean} = {}) {
  const account = new Account('test', schema, state, state, changeLog);
  const ask = (method: string, path: string, body?: object, query = {}): Promise<Outcome> => {
    const found = match(method, `/api/v1/${path}`);
    if (found.kind !== 'operation') {
      throw new Error(`there is no operation ${method} ${path}`);
    }
    const context = {account, settings: settingsOf({strict}), address: () => 'test:'};
    return execute(found.operation, {path: found.params, query, body}, context);
  };
  return {account, ask};
}

test('an outcome has the reply, the issues, before and after', async t => {
  const {account, ask} = open();
  const outcome = await ask('POST', 'groups', {name: 'Choir', colour: 'red'});
  t.like(JSON.parse(String(replyToSend(outcome))), {api_version: '1.0', name: 'Choir'});
  t.deepEqual(
    outcome.issues.ignored.map(({code, path}) => [code, ...path]),
    [['unknown-field', 'colour']],
  );
  t.is(outcome.before, state);
  t.is(outcome.after, account.state);
  t.not(outcome.after, state);
});

test('a refusal is an outcome too, and changes nothing', async t => {
  const {account, ask} = open();
  const outcome = await ask('POST', 'groups', {ordinal: 'x'});
  t.is(outcome.refusal?.status, 422);
  t.deepEqual(
    outcome.issues.refused.map(({path}) => path.join('.')),
    ['name', 'ordinal'],
  );
  t.is(outcome.after, outcome.before);
  t.is(account.state, state);
  t.throws(() => String(replyToSend(outcome)), {is: outcome.refusal!});
});

test('a write waits until its change is in the log; reads see the account as it was until then', async t => {
  let settle = () => {};
  const {account, ask} = open({changeLog: {append: () => new Promise<void>(resolve => (settle = resolve))}});
  const written = ask('POST', 'groups', {name: 'Choir'});
  const total = async () =>
    (JSON.parse(`${replyToSend(await ask('GET', 'groups'))}`) as {total_items: number}).total_items;
  const before = await total();
  settle();
  const {reply, before: from, after} = await written;
  t.like(JSON.parse(`${reply}`), {name: 'Choir'});
  t.is(from, state);
  t.is(after, account.state);
  t.is(await total(), before + 1);
});

test('a write that the log refuses is refused, and leaves no trace', async t => {
  const {account, ask} = open({changeLog: {append: () => Promise.reject(new Error('The database is away'))}});
  const outcome = await ask('POST', 'groups', {name: 'Choir'});
  t.is(outcome.refusal?.status, 503);
  t.regex(outcome.refusal!.description, /The database is away/);
  t.is(account.state, state);
});

const ignored: ReadonlyArray<readonly [what: string, path: string, body: object, query: object, expected: string[]]> = [
  ['an unknown parameter', 'groups', {name: 'x'}, {page: '2'}, ['query unknown-parameter page']],
  ['an unknown field', 'groups', {name: 'x', colour: 1}, {}, ['body unknown-field colour']],
  [
    'an unknown field three levels deep',
    'constituents/{id}/gifts',
    {gift_type_id: 1, custom_fields: [{key: 'gift_designation', values: [{name: 'v1', nam: 1}]}]},
    {},
    ['body unknown-field custom_fields.0.values.0.nam'],
  ],
  [
    'an optional name that no record has',
    'constituents/{id}/gifts',
    {gift_type_id: 1, fund_name: 'Nope'},
    {},
    ['body unknown-name fund_name'],
  ],
  [
    'a name beside the id of another record',
    'constituents/{id}/gifts',
    {gift_type_id: 1, gift_type_name: 'Pledge'},
    {},
    ['body overruled gift_type_name'],
  ],
  [
    'a template that there is not',
    'constituents/{id}/gifts',
    {gift_type_id: 1, ack_template_name: 'Nope'},
    {},
    ['body unknown-name ack_template_name'],
  ],
  [
    'a custom field that there is not',
    'constituents/{id}/gifts',
    {gift_type_id: 1, custom_fields: [{name: 'Nope', values: []}]},
    {},
    ['body unknown-name custom_fields.0.name'],
  ],
  [
    'a type of address that there is not',
    'constituents/{id}/email_addresses',
    {address: 'a@example.com', email_address_type_id: 99},
    {},
    ['body unknown-id email_address_type_id'],
  ],
  [
    'an attribute that there is not',
    'constituents',
    {first_name: 'A', last_name: 'B', email_addresses: [], custom_attrs: [{key: 'nope', value: 'x'}]},
    {},
    ['body unknown-name custom_attrs.0.key'],
  ],
];

for (const [what, path, body, query, expected] of ignored) {
  test(`what the service passes over is named, and refused with strict: ${what}`, async t => {
    const to = ({account}: ReturnType<typeof open>) => {
      const [first] = account.records.collections.get('constituents').values();
      return path.replace('{id}', String(first!.id));
    };
    const loose = open();
    const outcome = await loose.ask('POST', to(loose), body, query);
    t.is(outcome.refusal, undefined);
    const named = ({in: where, code, path: at}: Outcome['issues']['ignored'][number]) =>
      `${where} ${code} ${at.join('.')}`;
    t.deepEqual(outcome.issues.ignored.map(named), expected);
    const strict = open({strict: true});
    const refused = await strict.ask('POST', to(strict), body, query);
    t.is(refused.refusal?.status, expected[0]!.startsWith('query') ? 400 : 422);
    t.deepEqual(refused.issues.refused.map(named), expected);
    t.is(strict.account.state, state);
  });
}

/** An account in which one constituent has so many street addresses, of some 327,680 characters each. */
async function withLongLists(count: number) {
  const {account, ask} = open();
  const {collections} = account.records;
  const [{id: person}] = [...collections.get('constituents').values()] as [{id: number}];
  const [address] = [...collections.get('street_addresses').values()] as [StreetAddressRow];
  const text = 'x'.repeat(65_536);
  const long = {...address, street: text, city: text, state: text, country: text, county: text, item_id: person};
  await account.write(transaction => {
    for (let place = 0; place < count; place++) {
      transaction.put(streetAddresses, {...long, id: 1_000_000 + place, is_preferred: false});
    }
  });
  return {person, account, ask};
}

test('a record whose lists make more than a text can hold is answered in pieces, of which none is long', async t => {
  const {person, ask} = await withLongLists(1700);
  const {reply} = await ask('GET', `constituents/${person}`);
  t.true(reply instanceof LongReply);
  let length = 0;
  for (const piece of (reply as LongReply).pieces()) {
    t.true(piece.length < 9 * 2 ** 20);
    length += piece.length;
  }
  t.true(length > 2 ** 29);
  t.is(typeof (await ask('GET', 'constituents')).reply, 'string', 'a list shows no lists of theirs');
});

test('a record has the same text in pieces, as a write left it', async t => {
  const {person, ask} = await withLongLists(30);
  const written = (await ask('PATCH', `constituents/${person}`, {nick_name: 'the long one'})).reply;
  await ask('PATCH', `constituents/${person}`, {nick_name: 'another'});
  t.true(written instanceof LongReply);
  const text = `${written}`;
  const record = JSON.parse(text);
  t.true(text.startsWith('{"api_version":"1.0","id":'));
  t.is(record.nick_name, 'the long one');
  const addresses = record.street_addresses.filter(({id}: {id: number}) => id >= 1_000_000);
  t.is(addresses.length, 30);
  const short = JSON.parse(`${(await (await withLongLists(0)).ask('GET', `constituents/${person}`)).reply}`);
  t.deepEqual(Object.keys(record), Object.keys(short));
  t.deepEqual(
    {...record, street_addresses: 0, nick_name: 0, updated_at: 0},
    {...short, street_addresses: 0, nick_name: 0, updated_at: 0},
  );
  t.deepEqual(Object.keys(addresses[0]), Object.keys(short.street_addresses[0]));
});

test('an entry of a page is written in pieces where it is long', async t => {
  const {account, ask} = open();
  const [keyword] = [...account.records.collections.get('keywords').values()] as [KeywordRow];
  await account.write(transaction => {
    for (let place = 0; place < 300; place++) {
      transaction.put(keywords, {...keyword, id: 1_000_000 + place, name: `${place} `.padEnd(65_536, 'x')});
    }
  });
  const {reply} = await ask('GET', 'categories');
  t.true(reply instanceof LongReply);
  for (const piece of (reply as LongReply).pieces()) {
    t.true(piece.length < 100_000);
  }
  const {items} = JSON.parse(`${reply}`) as {items: ReadonlyArray<{id: number; keywords: readonly object[]}>};
  t.true(items.find(({id}) => id === keyword.category_id)!.keywords.length >= 300);
});

test('a read that takes longer than a turn gives way to others, and a preview does not', async t => {
  const {account} = open();
  const search = operations.find(({id}) => id === 'searchConstituents')!;
  const slow: Operation = {
    ...search,
    *handle() {
      const end = performance.now() + 20;
      while (performance.now() < end) {
        yield;
      }
      yield; // however late it is by then, the turn is seen to be over
      return {total: 0, items: []};
    },
  };
  const context = {account, settings: settingsOf(), address: () => 'test:'};
  const request = {path: {}, query: {}};
  const order: string[] = [];
  const other = new Promise(resolve => setImmediate(resolve)).then(() => order.push('other'));
  const waited = await execute(slow, request, context);
  order.push('read');
  await other;
  t.deepEqual(order, ['other', 'read']);
  t.is(JSON.parse(`${replyToSend(waited)}`).total_items, 0);
  t.is(JSON.parse(preview(slow, request, context)).total_items, 0);
});
