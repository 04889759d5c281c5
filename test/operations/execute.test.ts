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

/** Returns an account and a function that executes requests to it. */
function open({changeLog, strict = false}: {readonly changeLog?: ChangeLog; readonly strict?: boolean} = {}) {
  const account = new Account('test', schema, state, state, changeLog);
  const send = (method: string, path: string, body?: object, query = {}): Promise<Outcome> => {
    const found = match(method, `/api/v1/${path}`);
    if (found.kind !== 'operation') {
      throw new Error(`there is no operation ${method} ${path}`);
    }
    const context = {account, settings: settingsOf({strict}), address: () => 'test:'};
    return execute(found.operation, {path: found.params, query, body}, context);
  };
  return {account, send};
}

test('an outcome contains the reply, the issues, and the states before and after', async t => {
  const {account, send} = open();
  const outcome = await send('POST', 'groups', {name: 'Choir', colour: 'red'});
  t.like(JSON.parse(String(replyToSend(outcome))), {api_version: '1.0', name: 'Choir'});
  t.deepEqual(
    outcome.issues.ignored.map(({code, path}) => [code, ...path]),
    [['unknown-field', 'colour']],
  );
  t.is(outcome.before, state);
  t.is(outcome.after, account.state);
  t.not(outcome.after, state);
});

test('a rejected request returns an outcome, and changes nothing', async t => {
  const {account, send} = open();
  const outcome = await send('POST', 'groups', {ordinal: 'x'});
  t.is(outcome.refusal?.status, 422);
  t.deepEqual(
    outcome.issues.refused.map(({path}) => path.join('.')),
    ['name', 'ordinal'],
  );
  t.is(outcome.after, outcome.before);
  t.is(account.state, state);
  t.throws(() => String(replyToSend(outcome)), {is: outcome.refusal!});
});

test('a write waits until its change is logged, and reads return the previous state until then', async t => {
  let settle = () => {};
  const {account, send} = open({changeLog: {append: () => new Promise<void>(resolve => (settle = resolve))}});
  const written = send('POST', 'groups', {name: 'Choir'});
  const total = async () =>
    (JSON.parse(`${replyToSend(await send('GET', 'groups'))}`) as {total_items: number}).total_items;
  const before = await total();
  settle();
  const {reply, before: from, after} = await written;
  t.like(JSON.parse(`${reply}`), {name: 'Choir'});
  t.is(from, state);
  t.is(after, account.state);
  t.is(await total(), before + 1);
});

test('a write that the log rejects returns 503 and changes nothing', async t => {
  const {account, send} = open({changeLog: {append: () => Promise.reject(new Error('The database is away'))}});
  const outcome = await send('POST', 'groups', {name: 'Choir'});
  t.is(outcome.refusal?.status, 503);
  t.regex(outcome.refusal!.description, /The database is away/);
  t.is(account.state, state);
});

const ignored: ReadonlyArray<readonly [title: string, path: string, body: object, query: object, expected: string[]]> =
  [
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
      'an unknown optional name',
      'constituents/{id}/gifts',
      {gift_type_id: 1, fund_name: 'Nope'},
      {},
      ['body unknown-name fund_name'],
    ],
    [
      'a name that contradicts an id',
      'constituents/{id}/gifts',
      {gift_type_id: 1, gift_type_name: 'Pledge'},
      {},
      ['body overruled gift_type_name'],
    ],
    [
      'an unknown template',
      'constituents/{id}/gifts',
      {gift_type_id: 1, ack_template_name: 'Nope'},
      {},
      ['body unknown-name ack_template_name'],
    ],
    [
      'an unknown custom field',
      'constituents/{id}/gifts',
      {gift_type_id: 1, custom_fields: [{name: 'Nope', values: []}]},
      {},
      ['body unknown-name custom_fields.0.name'],
    ],
    [
      'an unknown address type',
      'constituents/{id}/email_addresses',
      {address: 'a@example.com', email_address_type_id: 99},
      {},
      ['body unknown-id email_address_type_id'],
    ],
    [
      'an unknown attribute',
      'constituents',
      {first_name: 'A', last_name: 'B', email_addresses: [], custom_attrs: [{key: 'nope', value: 'x'}]},
      {},
      ['body unknown-name custom_attrs.0.key'],
    ],
  ];

for (const [title, path, body, query, expected] of ignored) {
  test(`mistakes that the service ignores are listed, and rejected in strict mode: ${title}`, async t => {
    const to = ({account}: ReturnType<typeof open>) => {
      const [first] = account.records.collections.get('constituents').values();
      return path.replace('{id}', String(first!.id));
    };
    const loose = open();
    const outcome = await loose.send('POST', to(loose), body, query);
    t.is(outcome.refusal, undefined);
    const describe = ({in: part, code, path: at}: Outcome['issues']['ignored'][number]) =>
      `${part} ${code} ${at.join('.')}`;
    t.deepEqual(outcome.issues.ignored.map(describe), expected);
    const strict = open({strict: true});
    const rejected = await strict.send('POST', to(strict), body, query);
    t.is(rejected.refusal?.status, expected[0]!.startsWith('query') ? 400 : 422);
    t.deepEqual(rejected.issues.refused.map(describe), expected);
    t.is(strict.account.state, state);
  });
}

/** Creates an account in which one constituent has many street addresses of about 327,680 characters each. */
async function withLongLists(count: number) {
  const {account, send} = open();
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
  return {person, account, send};
}

test('a record longer than the longest string is returned in short pieces', async t => {
  const {person, send} = await withLongLists(1700);
  const {reply} = await send('GET', `constituents/${person}`);
  t.true(reply instanceof LongReply);
  let length = 0;
  for (const piece of (reply as LongReply).pieces()) {
    t.true(piece.length < 9 * 2 ** 20);
    length += piece.length;
  }
  t.true(length > 2 ** 29);
  t.is(typeof (await send('GET', 'constituents')).reply, 'string', 'a list must omit nested lists');
});

test('a record in pieces has the same fields, with the state after its write', async t => {
  const {person, send} = await withLongLists(30);
  const written = (await send('PATCH', `constituents/${person}`, {nick_name: 'the long one'})).reply;
  await send('PATCH', `constituents/${person}`, {nick_name: 'another'});
  t.true(written instanceof LongReply);
  const text = `${written}`;
  const record = JSON.parse(text);
  t.true(text.startsWith('{"api_version":"1.0","id":'));
  t.is(record.nick_name, 'the long one');
  const addresses = record.street_addresses.filter(({id}: {id: number}) => id >= 1_000_000);
  t.is(addresses.length, 30);
  const short = JSON.parse(`${(await (await withLongLists(0)).send('GET', `constituents/${person}`)).reply}`);
  t.deepEqual(Object.keys(record), Object.keys(short));
  t.deepEqual(
    {...record, street_addresses: 0, nick_name: 0, updated_at: 0},
    {...short, street_addresses: 0, nick_name: 0, updated_at: 0},
  );
  t.deepEqual(Object.keys(addresses[0]), Object.keys(short.street_addresses[0]));
});

test('a long entry of a page is returned in pieces', async t => {
  const {account, send} = open();
  const [keyword] = [...account.records.collections.get('keywords').values()] as [KeywordRow];
  await account.write(transaction => {
    for (let place = 0; place < 300; place++) {
      transaction.put(keywords, {...keyword, id: 1_000_000 + place, name: `${place} `.padEnd(65_536, 'x')});
    }
  });
  const {reply} = await send('GET', 'categories');
  t.true(reply instanceof LongReply);
  for (const piece of (reply as LongReply).pieces()) {
    t.true(piece.length < 100_000);
  }
  const {items} = JSON.parse(`${reply}`) as {items: ReadonlyArray<{id: number; keywords: readonly object[]}>};
  t.true(items.find(({id}) => id === keyword.category_id)!.keywords.length >= 300);
});

test('a read longer than a turn yields to other work, and a preview returns synchronously', async t => {
  const {account} = open();
  const search = operations.find(({id}) => id === 'searchConstituents')!;
  const slow: Operation = {
    ...search,
    *handle() {
      const end = performance.now() + 20;
      while (performance.now() < end) {
        yield;
      }
      yield; // so that the end of the turn is noticed in any case
      return {total: 0, items: []};
    },
  };
  const context = {account, settings: settingsOf(), address: () => 'test:'};
  const request = {path: {}, query: {}};
  const order: string[] = [];
  const other = new Promise(resolve => setImmediate(resolve)).then(() => order.push('other'));
  const outcome = await execute(slow, request, context);
  order.push('read');
  await other;
  t.deepEqual(order, ['other', 'read']);
  t.is(JSON.parse(`${replyToSend(outcome)}`).total_items, 0);
  t.is(JSON.parse(preview(slow, request, context)).total_items, 0);
});
