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

type Program = (call: (...call: Call) => {readonly id: number}) => void;

/** The state that a program leads to, from the one that all begin with. @param hour moves the timestamps */
function stateAfter(program: Program, hour = 1) {
  const account = new Account('run', schema, {...start, clock: frozenClock(Date.UTC(2026, 0, 1, hour))});
  program((id, path, body) => {
    const request = {
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
      query: {},
      ...(body && {body}),
    };
    const operation = operations.find(one => one.id === id)!;
    const outcome = execute(operation, request, {account, settings, address: () => ''});
    if (outcome instanceof Promise) {
      throw new Error('without a change log nothing waits');
    }
    return JSON.parse(String(replyToSend(outcome))) as {readonly id: number};
  });
  return account.records;
}

const settings = settingsOf({assume: {required_fields: 'observed'}});

const [ada] = [...start.records.collections.get('constituents')!.listed().slice(0, 1)].map(({id}) => id);

function compare(expected: Program, found: Program) {
  const {duplicated, lost, corrupt} = compareStates(catalog, start.records, stateAfter(expected), stateAfter(found, 2));
  const kinds = (wrong: typeof lost) => wrong.map(({kind}) => kind).sort();
  return {duplicated: kinds(duplicated), lost: kinds(lost), corrupt: kinds(corrupt)};
}

const none = {duplicated: [], lost: [], corrupt: []};

const gift: Call = ['createGiftOfConstituent', {constituent_id: ada}, {gift_type_id: 1, received_amount: 50}];

const sync: Program = call => {
  const {id} = call('createConstituent', {}, {first_name: 'Ivo', last_name: 'Marsh'});
  call('createEmailAddressOfConstituent', {constituent_id: id}, {address: 'ivo@example.org'});
  const pledge = call('createGiftOfConstituent', {constituent_id: id}, {gift_type_name: 'Pledge', received_amount: 9});
  call(
    'createGiftOfConstituent',
    {constituent_id: id},
    {gift_type_id: 1, received_amount: 3, parent_gift_id: pledge.id},
  );
  call('updateConstituent', {id: ada}, {nick_name: 'Countess'});
};

test('a program that runs twice leads to the same, whatever ids and times it gets', t => {
  t.deepEqual(compare(sync, sync), none);
  const others: Program = call => {
    call('deleteConstituent', {id: call('createConstituent', {}, {first_name: 'a', last_name: 'b'}).id});
    sync(call);
  };
  t.deepEqual(compare(sync, others), none);
});

test('what was written twice is duplicated, and so is what goes with it', t => {
  t.deepEqual(
    compare(
      call => call(...gift),
      call => [call(...gift), call(...gift)],
    ),
    {...none, duplicated: ['gifts']},
  );
  const twice: Program = call => {
    sync(call);
    sync(call);
  };
  t.deepEqual(compare(sync, twice), {...none, duplicated: ['constituents', 'email_addresses', 'gifts', 'gifts']});
});

test('what was not written is lost: a new record, a change, an end', t => {
  t.deepEqual(
    compare(
      call => call(...gift),
      () => undefined,
    ),
    {...none, lost: ['gifts']},
  );
  t.deepEqual(
    compare(
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'}),
      () => undefined,
    ),
    {...none, lost: ['constituents']},
  );
  const {lost} = compare(
    call => call('deleteConstituent', {id: ada}),
    () => undefined,
  );
  t.true(lost.includes('constituents'));
});

test('what was written otherwise is corrupt', t => {
  t.deepEqual(
    compare(
      call => call(...gift),
      call => call(gift[0], gift[1], {...gift[2], received_amount: 5}),
    ),
    {...none, corrupt: ['gifts']},
  );
  t.deepEqual(
    compare(
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess'}),
      call => call('updateConstituent', {id: ada}, {nick_name: 'Countess of'}),
    ),
    {...none, corrupt: ['constituents']},
  );
  const {corrupt} = compare(
    () => undefined,
    call => call('deleteConstituent', {id: ada}),
  );
  t.true(corrupt.includes('constituents'));
});
