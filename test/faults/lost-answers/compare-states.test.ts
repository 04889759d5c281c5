import test from 'ava';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {compareStates} from '../../../src/faults/compare-states.js';
import {execute, replyToSend} from '../../../src/operations/execute.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';

const start = {records: generateRecords(catalog, {constituents: 3}), clock: frozenClock(Date.UTC(2026, 0, 1))};

/** What a program writes: an operation, its path, and its body; what came before may be pointed at. */
type Call = readonly [id: string, path: Readonly<Record<string, unknown>>, body?: object];

type Program = (call: (...call: Call) => Promise<{readonly id: number}>) => unknown;

/** The state that a program leads to, from the one that all begin with. @param hour moves the timestamps */
async function stateAfter(program: Program, hour = 1) {
  const account = new Account('run', schema, {...start, clock: frozenClock(Date.UTC(2026, 0, 1, hour))});
  await program(async (id, path, body) => {
    const request = {
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
      query: {},
      ...(body && {body}),
    };
    const operation = operations.find(one => one.id === id)!;
    const outcome = await execute(operation, request, {account, settings, address: () => ''});
    return JSON.parse(String(replyToSend(outcome))) as {readonly id: number};
  });
  return account.records;
}

const settings = settingsOf({assume: {required_fields: 'observed'}});

const [ada] = [...start.records.collections.get('constituents')!.listed().slice(0, 1)].map(({id}) => id);

async function compare(expected: Program, found: Program) {
  const [one, other] = [await stateAfter(expected), await stateAfter(found, 2)];
  const {duplicated, lost, corrupt} = compareStates(catalog, start.records, one, other);
  const kinds = (wrong: typeof lost) => wrong.map(({kind}) => kind).sort();
  return {duplicated: kinds(duplicated), lost: kinds(lost), corrupt: kinds(corrupt)};
}

const none = {duplicated: [], lost: [], corrupt: []};

const gift: Call = ['createGiftOfConstituent', {constituent_id: ada}, {gift_type_id: 1, received_amount: 50}];

const sync: Program = async call => {
  const {id} = await call('createConstituent', {}, {first_name: 'Ivo', last_name: 'Marsh'});
  await call('createEmailAddressOfConstituent', {constituent_id: id}, {address: 'ivo@example.org'});
  const pledge = await call(
    'createGiftOfConstituent',
    {constituent_id: id},
    {gift_type_name: 'Pledge', received_amount: 9},
  );
  await call(
    'createGiftOfConstituent',
    {constituent_id: id},
    {gift_type_id: 1, received_amount: 3, parent_gift_id: pledge.id},
  );
  await call('updateConstituent', {id: ada}, {nick_name: 'Countess'});
};

test('a program that runs twice leads to the same, whatever ids and times it gets', async t => {
  t.deepEqual(await compare(sync, sync), none);
  const others: Program = async call => {
    const {id} = await call('createConstituent', {}, {first_name: 'a', last_name: 'b'});
    await call('deleteConstituent', {id});
    await sync(call);
  };
  t.deepEqual(await compare(sync, others), none);
});

test('what was written twice is duplicated, and so is what goes with it', async t => {
  t.deepEqual(
    await compare(
      call => call(...gift),
      async call => [await call(...gift), await call(...gift)],
    ),
    {...none, duplicated: ['gifts']},
  );
  const twice: Program = async call => {
    await sync(call);
    await sync(call);
  };
  t.deepEqual(await compare(sync, twice), {...none, duplicated: ['constituents', 'email_addresses', 'gifts', 'gifts']});
});

test('what was not written is lost: a new record, a change, an end', async t => {
  t.deepEqual(
    await compare(
      call => call(...gift),
      () => undefined,
    ),
    {...none, lost: ['gifts']},
  );
  t.deepEqual(
    await compare(
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'}),
      () => undefined,
    ),
    {...none, lost: ['constituents']},
  );
  const {lost} = await compare(
    call => call('deleteConstituent', {id: ada}),
    () => undefined,
  );
  t.true(lost.includes('constituents'));
});

test('what was written otherwise is corrupt', async t => {
  t.deepEqual(
    await compare(
      call => call(...gift),
      call => call(gift[0], gift[1], {...gift[2], received_amount: 5}),
    ),
    {...none, corrupt: ['gifts']},
  );
  t.deepEqual(
    await compare(
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'}),
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess of'}),
    ),
    {...none, corrupt: ['constituents']},
  );
  const {corrupt} = await compare(
    () => undefined,
    call => call('deleteConstituent', {id: ada}),
  );
  t.true(corrupt.includes('constituents'));
});
