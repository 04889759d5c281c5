import test from 'ava';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {findDiff} from '../../../src/exchanges/change/find-diff.js';
import {type FullExchange, noIssues} from '../../../src/exchanges/exchange.js';
import {JournalEntry} from '../../../src/exchanges/journal/entry.js';
import {execute, replyToSend} from '../../../src/operations/execute.js';
import type {OperationRequest} from '../../../src/operations/read-request.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {settingsOf} from '../../../src/settings.js';
import {finish} from '../../../src/store/chunked.js';

/** An account whose operations are executed in process. `send` returns the journal entry of a request. */
function open() {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const account = new Account('one', schema, {records: generateRecords(catalog, {constituents: 20}), clock});
  const context = {account, settings: settingsOf(), address: () => 'http://localhost'};
  let seq = 0;
  const send = async (id: string, path: Record<string, number>, body?: object): Promise<JournalEntry> => {
    const operation = operations.find(each => each.id === id)!;
    const texts = Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)]));
    const request: OperationRequest = {path: texts, query: {}, ...(body && {body})};
    const outcome = await execute(operation, request, context);
    String(replyToSend(outcome)); // throws if the request was rejected
    const {before, after} = outcome;
    seq += 1;
    const exchange: FullExchange = {
      ...{seq, at: '2026-01-01T00:00:00Z', receivedAt: 0, account: 'one', surface: 'api', client: {}, method: 'GET'},
      ...{url: '/', params: {}, query: {}, requestHeaders: {}, issues: noIssues, status: 200, headers: {}, ms: 1},
      ...{before, after},
    };
    return new JournalEntry(exchange);
  };
  return {account, send};
}

test('a change lists the created records and names their constituent', async t => {
  const {account, send} = open();
  const [ada] = account.records.collections.get('constituents').values() as Iterable<{id: number; sort_name: string}>;
  const entry = await send(
    'createGiftOfConstituent',
    {constituent_id: ada!.id},
    {gift_type_id: 1, received_amount: 50},
  );
  const {total, created, changed, names, ...rest} = entry.change()!;
  t.deepEqual(total, {created: 1, changed: 0, deleted: 0});
  t.like(created['gifts']![0], {constituent_id: ada!.id, received_amount: 50});
  t.false(
    Object.keys(created['gifts']![0]!).some(field => field.endsWith('_key')),
    'internal fields must be left out',
  );
  t.deepEqual([changed, rest.deleted, rest.unlisted], [{}, {}, undefined]);
  t.deepEqual(names, {[ada!.id]: ada!.sort_name});
});

test('a change lists the old and new value of each field, even after its states are released', async t => {
  const {account, send} = open();
  const [ada] = account.records.collections.get('constituents').values() as Iterable<{id: number; nick_name: string}>;
  const entry = await send('updateConstituent', {id: ada!.id}, {nick_name: 'Kit'});
  t.true(entry.hasChanged);
  const before = entry.change();
  entry.releaseStates();
  t.is(entry.states, undefined);
  t.deepEqual(entry.change(), before);
  t.deepEqual(before!.changed['constituents']![0]!.fields['nick_name'], {from: ada!.nick_name, to: 'Kit'});
});

test('a request that only reads has no change', async t => {
  const entry = await open().send('listConstituents', {});
  t.false(entry.hasChanged);
  t.is(entry.change(), undefined);
});

test('a change lists at most 100 records and counts the rest', async t => {
  const {account, send} = open();
  const [ada] = account.records.collections.get('constituents').values();
  const before = new Map(Array.from(account.records.collections, ([name, {size}]) => [name, size]));
  for (let count = 0; count < 150; count++) {
    await send('createGiftOfConstituent', {constituent_id: ada!.id}, {gift_type_id: 1, received_amount: 1});
  }
  const {total, deleted, unlisted} = (await send('deleteConstituent', {id: ada!.id})).change()!;
  const gone = Array.from(account.records.collections, ([name, {size}]) => before.get(name)! - size);
  t.is(total.deleted, gone.reduce((sum, each) => sum + each, 0) + 150);
  t.is(Object.values(deleted).flat().length, 100);
  t.is(unlisted! + 100, total.created + total.changed + total.deleted);
});

test('a change lists its first record, whatever its length', async t => {
  const {account, send} = open();
  const before = account.state;
  for (const name of ['Choir', 'Band']) {
    await send('createGroup', {}, {name});
  }
  const {total, listed, lists} = finish(findDiff(before, account.state, {records: 100, characters: 1}));
  t.deepEqual([total.created, listed, lists.created.get('groups')!.pairs.length], [2, 1, 1]);
});

test('the records listed in a change are limited by their size', async t => {
  const {account, send} = open();
  const [ada] = account.records.collections.get('constituents').values();
  for (let count = 0; count < 5; count++) {
    const note = {note_type_name: 'General', original_date: '2026-01-01', text: 'x'.repeat(65_000)};
    await send('createNoteOfConstituent', {constituent_id: ada!.id}, note);
  }
  const {total, deleted, unlisted = 0} = (await send('deleteConstituent', {id: ada!.id})).change()!;
  t.true(total.deleted > 2);
  t.is(Object.values(deleted).flat().length, total.deleted - unlisted);
  t.true(unlisted > 0 && unlisted < total.deleted);
});
