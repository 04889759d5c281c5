import test from 'ava';
import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {importRecords} from '../../src/import/import-records.js';
import {catalog, schema} from '../../src/resources/index.js';
import {recordsFrom} from '../../src/store/records.js';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

/** Seeds one account while another is read, and writes to the first account meanwhile. */
const seeding = test.macro<[body: object]>(async (t, body) => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  const other = adminOf(sandbox);
  await other.get();
  await own.post('/seed', {constituents: 1});
  const settled: string[] = [];
  const track = async <T>(name: string, reply: Promise<T>) => {
    const response = await reply;
    settled.push(name);
    return response;
  };
  const seeded = track('seed', own.post('/seed', body));
  for (let count = 0; count < 5; count++) {
    await track('other', other.api.get('groups')); // the seed has started by then
  }
  const written = track('write', own.api.post('groups', {name: 'Written meanwhile'}));
  const [seed, write] = await Promise.all([seeded, written]);
  t.is(seed.status, 200);
  t.is(write.status, 200);
  t.true(settled.indexOf('other') < settled.indexOf('seed'), settled.join());
  t.is((await own.api.get(`groups/${write.body.id}`)).status, 200, 'the acknowledged write is present');
});

test('generating data blocks writes of the account, but not other accounts', seeding, {constituents: 3000});

test('loading records blocks writes of the account, but not other accounts', seeding, {
  records: {groups: Array.from({length: 6000}, (_, number) => ({name: `Choir ${number}`}))},
});

test.serial('a seed of many records can yield after each record, in each pass over them', async t => {
  const count = 1000;
  const records = {groups: Array.from({length: count}, (_, number) => ({name: `Choir ${number}`}))};
  const account = new Account('test', schema, {records: recordsFrom(schema), clock: frozenClock(0)});
  const {now} = performance;
  let time = now.call(performance);
  performance.now = () => (time += 10); // each time slice ends immediately
  let turns = 0;
  let counting = setImmediate(function count() {
    turns += 1;
    counting = setImmediate(count);
  });
  try {
    await account.write(transaction => importRecords(records, transaction, catalog));
  } finally {
    performance.now = now;
    clearImmediate(counting);
  }
  // The passes: read records, add missing ones, assign ids, read fields, store, complete, check responses.
  t.true(turns >= 7 * count, `${turns} turns`);
});

test('a large seed body that is not a JSON object is rejected', async t => {
  const sandbox = await startTestSandbox(t);
  const blanks = ' '.repeat(2 * 1024 * 1024);
  for (const [body, description] of [
    [`${blanks}[]`, 'The body is a JSON array; a JSON object is expected'],
    [`${blanks}"text"`, 'The body is no JSON object; a JSON object is expected'],
    [`${blanks}{"records": 1,}`, /^The body is not valid JSON: /],
    [`${blanks}{"records": {"a": "${'x'.repeat(5 * 1024 * 1024)}"}}`, /^The body is not valid JSON: a string of more/],
  ] as const) {
    const refused = await sandbox.post('/_sandbox/seed', undefined, {raw: body});
    t.is(refused.status, 400);
    if (typeof description === 'string') {
      t.is(refused.body.description, description);
    } else {
      t.regex(refused.body.description, description);
    }
  }
});
