import test from 'ava';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {type FullExchange, noIssues} from '../../../src/exchanges/exchange.js';
import {JournalEntry} from '../../../src/exchanges/journal/entry.js';
import {execute, replyToSend} from '../../../src/operations/execute.js';
import type {OperationRequest} from '../../../src/operations/read-request.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';

/** An account that is asked in process: each answer is an entry of a journal. */
function open() {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const account = new Account('one', schema, {records: generateRecords(catalog, {constituents: 20}), clock});
  const context = {account, settings: settingsOf(), address: () => 'http://localhost'};
  let seq = 0;
  const ask = async (id: string, path: Record<string, number>, body?: object): Promise<JournalEntry> => {
    const operation = operations.find(each => each.id === id)!;
    const texts = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    const request: OperationRequest = {path: texts, query: {}, ...(body && {body})};
    const outcome = await execute(operation, request, context);
    String(replyToSend(outcome)); // which throws where it was refused
    const {before, after} = outcome;
    seq += 1;
    const exchange: FullExchange = {
      ...{seq, at: '2026-01-01T00:00:00Z', receivedAt: 0, account: 'one', surface: 'api', client: {}, method: 'GET'},
      ...{url: '/', params: {}, query: {}, requestHeaders: {}, issues: noIssues, status: 200, headers: {}, ms: 1},
      ...{before, after},
    };
    return new JournalEntry(exchange);
  };
  return {account, ask};
}

test('a change tells what a request created, and whom it is about', async t => {
  const {account, ask} = open();
  const [ada] = account.records.collections.get('constituents').values() as Iterable<{id: number; sort_name: string}>;
  const made = await ask('createGiftOfConstituent', {constituent_id: ada!.id}, {gift_type_id: 1, received_amount: 50});
  const {total, created, changed, names, ...rest} = made.change()!;
  t.deepEqual(total, {created: 1, changed: 0, deleted: 0});
  t.like(created['gifts']![0], {constituent_id: ada!.id, received_amount: 50});
  t.false(
    Object.keys(created['gifts']![0]!).some(field => field.endsWith('_key')),
    'nothing internal is told',
  );
  t.deepEqual([changed, rest.deleted, rest.unlisted], [{}, {}, undefined]);
  t.deepEqual(names, {[ada!.id]: ada!.sort_name});
});

test('a change tells the old and the new of each field, and outlives the states', async t => {
  const {account, ask} = open();
  const [ada] = account.records.collections.get('constituents').values() as Iterable<{id: number; nick_name: string}>;
  const entry = await ask('updateConstituent', {id: ada!.id}, {nick_name: 'Kit'});
  t.true(entry.hasChanged);
  const before = entry.change();
  entry.releaseStates();
  t.is(entry.states, undefined);
  t.deepEqual(entry.change(), before);
  t.deepEqual(before!.changed['constituents']![0]!.fields['nick_name'], {from: ada!.nick_name, to: 'Kit'});
});

test('a request that only reads has no change', async t => {
  const entry = await open().ask('listConstituents', {});
  t.false(entry.hasChanged);
  t.is(entry.change(), undefined);
});

test('of what a deleted constituent takes along a hundred are listed, and the rest is counted', async t => {
  const {account, ask} = open();
  const [ada] = account.records.collections.get('constituents').values();
  const before = new Map(Array.from(account.records.collections, ([name, {size}]) => [name, size]));
  for (let made = 0; made < 150; made++) {
    await ask('createGiftOfConstituent', {constituent_id: ada!.id}, {gift_type_id: 1, received_amount: 1});
  }
  const {total, deleted, unlisted} = (await ask('deleteConstituent', {id: ada!.id})).change()!;
  const gone = Array.from(account.records.collections, ([name, {size}]) => before.get(name)! - size);
  t.is(total.deleted, gone.reduce((sum, each) => sum + each, 0) + 150);
  t.is(Object.values(deleted).flat().length, 100);
  t.is(unlisted! + 100, total.created + total.changed + total.deleted);
});

test('what is listed of a change is bounded by what it takes, and one record always is', async t => {
  const {account, ask} = open();
  const [ada] = account.records.collections.get('constituents').values();
  for (let made = 0; made < 5; made++) {
    const note = {note_type_name: 'General', original_date: '2026-01-01', text: 'x'.repeat(65_000)};
    await ask('createNoteOfConstituent', {constituent_id: ada!.id}, note);
  }
  const {total, deleted, unlisted = 0} = (await ask('deleteConstituent', {id: ada!.id})).change()!;
  t.true(total.deleted > 2);
  t.is(Object.values(deleted).flat().length, total.deleted - unlisted);
  t.true(unlisted > 0 && unlisted < total.deleted);
});
