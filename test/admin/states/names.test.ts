import test, {type ExecutionContext} from 'ava';
import type {Exchange} from '../../../src/exchanges/exchange.js';
import {limits} from '../../../src/limits.js';
import {startTestSandbox} from '../../support/sandbox.js';

async function start(t: ExecutionContext) {
  const exchanges: Exchange[] = [];
  const sandbox = await startTestSandbox(t, {onExchange: exchange => exchanges.push(exchange)});
  const names = (records: string, asOf = '') => sandbox.get(`/_sandbox/names?records=${records}${asOf}`);
  return {...sandbox, exchanges, names};
}

async function createGift({post}: Awaited<ReturnType<typeof start>>) {
  const ada = await post('/api/v1/constituents', {first_name: 'Ada', last_name: 'Lovelace', email_addresses: []});
  const path = `/api/v1/constituents/${ada.body.id}/gifts`;
  const gift = {gift_type_id: 1, received_amount: 1250, received_date: '2025-12-24'};
  return {ada: ada.body.id as number, gift: (await post(path, gift)).body.id as number};
}

test('names of records are returned without a journal entry', async t => {
  const sandbox = await start(t);
  const {ada, gift} = await createGift(sandbox);
  const count = sandbox.exchanges.length;
  const {body} = await sandbox.names(`constituents/${ada},gifts/${gift},gift_types/1,funds/999999`);
  t.deepEqual(body.names, {
    [`constituents/${ada}`]: 'Ada Lovelace',
    [`gifts/${gift}`]: '$1,250.00 from Ada Lovelace, 24 Dec 2025',
    'gift_types/1': 'Gift',
  });
  t.is((await sandbox.get('/_sandbox/requests')).body.requests.length, count, 'the journal has no new entry');
});

test('as_of returns the names in that state', async t => {
  const sandbox = await start(t);
  const {ada, gift} = await createGift(sandbox);
  await sandbox.patch(`/api/v1/constituents/${ada}`, {last_name: 'King'});
  const {seq} = sandbox.exchanges.at(-1)!;
  const records = `constituents/${ada},gifts/${gift}`;
  const nameAt = async (asOf: string) => Object.values((await sandbox.names(records, asOf)).body.names);
  t.deepEqual(await nameAt(''), ['Ada King', '$1,250.00 from Ada King, 24 Dec 2025']);
  t.deepEqual(await nameAt(`&as_of=before:${seq}`), ['Ada Lovelace', '$1,250.00 from Ada Lovelace, 24 Dec 2025']);
  t.deepEqual(await nameAt('&as_of=baseline'), []);
});

test('unknown kinds, invalid ids and too many records are rejected', async t => {
  const {names} = await start(t);
  for (const [records, expected] of [
    ['', /^records: must be kinds and ids, such as gifts\/894505,funds\/2395, got ""$/],
    ['grups/1', /got "grups\/1"$/],
    ['gifts/x', /got "gifts\/x"$/],
    ['attendances/60300', /got "attendances\/60300"$/],
    [
      Array.from({length: limits.namedRecords + 1}, (_, id) => `funds/${id + 1}`).join(),
      /must be 250 records at most, got 251$/,
    ],
  ] as const) {
    const {status, body} = await names(records);
    t.is(status, 400);
    t.regex(body.description, expected);
  }
  t.is((await names('funds/2395', '&as_of=request:99')).status, 404);
});

test('a long name is truncated', async t => {
  const {names, post} = await start(t);
  const {id} = (await post('/api/v1/groups', {name: 'x'.repeat(60_000)})).body;
  t.is((await names(`groups/${id}`)).body.names[`groups/${id}`].length, 200);
});
