import test from 'ava';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {execute, replyToSend} from '../../../src/operations/execute.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {compareWith} from '../../../src/sandbox/check/judge.js';
import {referenceOf as referenceFrom} from '../../../src/sandbox/check/reference.js';
import {settingsOf} from '../../../src/settings.js';
import {differences, type Records} from '../../../src/store/records.js';

const start = {records: generateRecords(catalog, {constituents: 3}), clock: frozenClock(Date.UTC(2026, 0, 1))};

/** A write by a program: an operation, its path values and its body. */
type Call = readonly [id: string, path: Readonly<Record<string, unknown>>, body?: object];

type Program = (call: (...call: Call) => Promise<{readonly id: number}>) => unknown;

/** Runs a program from the common start. @param hour shifts the timestamps @returns the state after each call */
async function statesOf(program: Program, hour = 1) {
  const states: Records[] = [start.records];
  const account = new Account('run', schema, {...start, clock: frozenClock(Date.UTC(2026, 0, 1, hour))});
  await program(async (id, path, body) => {
    const request = {
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
      query: {},
      ...(body && {body}),
    };
    const operation = operations.find(one => one.id === id)!;
    const outcome = await execute(operation, request, {account, settings, address: () => ''});
    states.push(account.records);
    return JSON.parse(String(replyToSend(outcome))) as {readonly id: number};
  });
  return states;
}

const settings = settingsOf({assume: {required_fields: 'observed'}});

const [ada] = [...start.records.collections.get('constituents')!.listed().slice(0, 1)].map(({id}) => id);

/** Contains no timestamp that these programs write. */
const window = {from: Date.UTC(2001, 1, 1), to: Date.UTC(2001, 1, 1)};

function spanOf(states: readonly Records[]) {
  const changes = () => states.slice(1).flatMap((after, index) => [...differences(states[index]!, after)]);
  return {start: start.records, end: states.at(-1)!, window, changes};
}

async function referenceOf(program: Program, again = program) {
  const [one, other] = [await statesOf(program), await statesOf(again, 3)];
  return referenceFrom(catalog, spanOf(one), spanOf(other));
}

async function compare(expected: Program, found: Program, hasFailed = false) {
  const reference = await referenceOf(expected);
  const wrong = compareWith(reference, spanOf(await statesOf(found, 2)), hasFailed);
  const kinds = (wanted: string) => wrong.flatMap(({kind, difference}) => (difference === wanted ? [kind] : [])).sort();
  return {duplicated: kinds('duplicated'), lost: kinds('lost'), changed: kinds('changed')};
}

const none = {duplicated: [], lost: [], changed: []};

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

test('two runs with different ids and timestamps are equal', async t => {
  t.deepEqual(await compare(sync, sync), none);
  const withDeleted: Program = async call => {
    const {id} = await call('createConstituent', {}, {first_name: 'a', last_name: 'b'});
    await call('deleteConstituent', {id});
    await sync(call);
  };
  t.deepEqual(await compare(sync, withDeleted), none);
});

test('records written twice are reported as duplicated, with their related records', async t => {
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

test('a missing creation, update or deletion is reported as lost', async t => {
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

test('a record written with another value is reported as changed', async t => {
  t.deepEqual(
    await compare(
      call => call(...gift),
      call => call(gift[0], gift[1], {...gift[2], received_amount: 5}),
    ),
    {...none, changed: ['gifts']},
  );
  t.deepEqual(
    await compare(
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'}),
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess of'}),
    ),
    {...none, changed: ['constituents']},
  );
});

test('a record deleted against the reference is reported as lost', async t => {
  const {lost} = await compare(
    () => undefined,
    call => call('deleteConstituent', {id: ada}),
  );
  t.true(lost.includes('constituents'));
});

const twoSteps: Program = async call => {
  const {id} = await call('createConstituent', {}, {first_name: 'Ivo', last_name: 'Marsh'});
  await call('updateConstituent', {id}, {nick_name: 'I'});
  await call('createGiftOfConstituent', {constituent_id: id}, {gift_type_id: 1, received_amount: 3});
};

/** The first step of `twoSteps`. */
const oneStep: Program = call => call('createConstituent', {}, {first_name: 'Ivo', last_name: 'Marsh'});

test('a failed run may leave intermediate states, but no duplicated or changed records', async t => {
  t.deepEqual(await compare(twoSteps, oneStep, true), none);
  t.deepEqual(await compare(twoSteps, oneStep), {...none, lost: ['gifts'], changed: ['constituents']});
  t.deepEqual(await compare(twoSteps, () => undefined, true), none);
  const again: Program = async call => {
    await oneStep(call);
    await twoSteps(call);
  };
  t.deepEqual(await compare(twoSteps, again, true), {...none, duplicated: ['constituents']});
  const other: Program = call => call('createConstituent', {}, {first_name: 'Ivo', last_name: 'Marsch'});
  t.deepEqual(await compare(twoSteps, other, true), {...none, changed: ['constituents']});
});

test('a failed run may not delete a record that the reference keeps', async t => {
  const rename: Program = call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'});
  t.deepEqual(await compare(rename, () => undefined, true), none);
  const {lost} = await compare(rename, call => call('deleteConstituent', {id: ada}), true);
  t.true(lost.includes('constituents'));
});

const note =
  (text: string): Program =>
  call =>
    call('createNoteOfConstituent', {constituent_id: ada}, {note_type_id: 373, text});

test('a unique value may differ between runs', async t => {
  const reference = await referenceOf(note('key 81f'), note('key c04'));
  t.deepEqual([...reference.volatile], ['notes.text']);
  t.deepEqual(reference.differences, []);
  const third = spanOf(await statesOf(note('key 5d2')));
  t.deepEqual(compareWith(reference, third, false), []);
  const twice: Program = async call => {
    await note('key 5d2')(call);
    await note('key 77e')(call);
  };
  t.like(compareWith(reference, spanOf(await statesOf(twice)), false), [{kind: 'notes', difference: 'duplicated'}]);
});

test('a shared value or a reference may not differ between runs', async t => {
  const both =
    (one: string, other: string): Program =>
    async call => {
      await note(one)(call);
      await note(other)(call);
    };
  const mixed = await referenceOf(both('a', 'a'), both('a', 'b'));
  t.deepEqual(mixed.differences, ['notes.text: "a" and "b"']);
  const [, ivo] = [...start.records.collections.get('constituents')!.listed().slice(0, 2)].map(({id}) => id);
  const to =
    (id: number): Program =>
    call =>
      call(gift[0], {constituent_id: id}, gift[2]);
  const {differences} = await referenceOf(to(ada!), to(ivo!));
  t.true(
    differences.some(text => text.startsWith('gifts.constituent_id: ')),
    differences.join(),
  );
});

test('a timestamp from the time of the run may differ, even if several records share it', async t => {
  const at =
    (moment: string): Program =>
    async call => {
      await note(moment)(call);
      await note(moment)(call);
    };
  const states = [await statesOf(at('2026-03-01T10:00:00Z')), await statesOf(at('2026-03-01T10:00:07Z'))];
  const during = states.map((records, index) => {
    const from = Date.UTC(2026, 2, 1, 10, 0, 7 * index);
    return {...spanOf(records), window: {from, to: from + 500}};
  });
  const reference = referenceFrom(catalog, during[0]!, during[1]!);
  t.deepEqual([reference.differences, [...reference.volatile]], [[], ['notes.text']]);
});

test('a record that only one of the two reference runs creates is reported', async t => {
  const {differences} = await referenceOf(note('a'), () => undefined);
  t.is(differences.length, 1);
  t.regex(differences[0]!, /^notes \d+: only the first run creates it$/);
});
