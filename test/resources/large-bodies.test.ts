import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {execute, type Outcome} from '../../src/operations/execute.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {Collection} from '../../src/store/collection.js';
import type {Rows} from '../../src/store/order.js';
import {startTestSandbox} from '../support/sandbox.js';

const state = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(Date.UTC(2026, 0, 1))};
const create = operations.find(({id}) => id === 'createConstituent')!;

function post(more: object): Promise<Outcome> {
  const account = new Account('test', schema, state, state);
  const context = {account, settings: settingsOf({}), address: () => 'test:'};
  const body = {first_name: 'Ada', last_name: 'Lovelace', email_addresses: [], ...more};
  return execute(create, {path: {}, query: {}, body}, context);
}

/** Counts the rows read during an action. */
async function countRowsRead(act: () => Promise<void>): Promise<number> {
  const {where} = Collection.prototype;
  let rowsRead = 0;
  Collection.prototype.where = function (this: Collection<never>, ...args: never[]) {
    const rows = where.apply(this, args as never) as Rows<never>;
    const all = rows.toArray.bind(rows);
    rows.toArray = () => {
      const found = all();
      rowsRead += found.length;
      return found;
    };
    return rows;
  } as typeof where;
  try {
    await act();
  } finally {
    Collection.prototype.where = where;
  }
  return rowsRead;
}

const kinds = ['email_addresses', 'phone_numbers', 'street_addresses', 'web_addresses'];

for (const kind of kinds) {
  test(`creating preferred ${kind} in one body takes linear time, and the last is preferred`, async t => {
    const rowsFor = (count: number) =>
      countRowsRead(async () => {
        const {after, refusal} = await post({[kind]: Array.from({length: count}, () => ({is_preferred: true}))});
        t.is(refusal, undefined);
        const rows = [...after.records.collections.get(kind).values()].slice(-count) as unknown as Array<{
          readonly is_preferred: boolean;
        }>;
        t.is(
          rows.findIndex(row => row.is_preferred),
          count - 1,
        );
        t.is(rows.filter(row => row.is_preferred).length, 1);
      });
    t.true((await rowsFor(1000)) < 3 * (await rowsFor(500)));
  });
}

test('a body with more than 2,000 array elements in total is rejected', async t => {
  const {post, get} = await startTestSandbox(t);
  const body = (emails: number, keywords: number, element: unknown = {}) => ({
    first_name: 'Ada',
    last_name: 'Lovelace',
    email_addresses: Array.from({length: emails}, () => element),
    categories: [{name: 'x', keywords: Array.from({length: keywords}, () => element)}],
  });
  const before = (await get('/api/v1/constituents')).body.total_items;
  for (const [sent, field] of [
    [body(2001, 0), 'email_addresses'],
    [body(0, 2000), 'categories'],
    [body(900, 1100), 'categories'],
    [body(200_000, 0, 5), 'email_addresses'],
  ] as const) {
    const reply = await post('/api/v1/constituents', sent);
    t.is(reply.status, 422);
    t.is(
      reply.body.description,
      `${field}: has too many elements: 2000 are the most that all arrays of one body may hold`,
    );
  }
  t.is((await get('/api/v1/constituents')).body.total_items, before);
  const emails = Array.from({length: 2000}, () => ({is_preferred: true}));
  t.is((await post('/api/v1/constituents', {first_name: 'A', last_name: 'B', email_addresses: emails})).status, 200);
});

test('a long list of issues is truncated and ends with the number omitted', async t => {
  const wrong = Array.from({length: 1999}, () => 5);
  t.regex((await post({email_addresses: wrong})).refusal?.description ?? '', /got 5; and 1,979 more$/);
});
