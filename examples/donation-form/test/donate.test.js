import assert from 'node:assert/strict';
import {after, before, beforeEach, test} from 'node:test';
import {startSandbox} from 'crm-sandbox';
import {client} from '../src/crm.js';
import {donate} from '../src/donate.js';

const submission = {id: 'form-1', first_name: 'Ada', last_name: 'Test', email: 'ada@example.org', amount: 50};

let sandbox;
let group;

before(async () => {
  sandbox = await startSandbox({profile: 'small', now: '2026-01-01T00:00:00Z'});
  const {items} = await client(sandbox)('GET', '/groups?limit=1');
  group = items[0].id;
});
beforeEach(() => sandbox.reset());
after(() => sandbox.close());

test('a submission becomes a donor, a gift and a membership', async () => {
  await donate(client(sandbox), submission, group);
  await sandbox.verify({operation: 'createGiftOfConstituent', body: {received_amount: 50, external_id: 'form-1'}});
  const {total} = await sandbox.diff();
  assert.equal(total.created, 4); // with the e-mail address
});

test('a second run of the same submission changes nothing', async () => {
  await donate(client(sandbox), submission, group);
  await sandbox.snapshot('once');
  await donate(client(sandbox), submission, group);
  assert.deepEqual((await sandbox.diff('once')).total, {created: 0, changed: 0, deleted: 0});
});

test('a lost response leaves one gift', async () => {
  await sandbox.fault('createGiftOfConstituent#1:lost');
  await donate(client(sandbox), submission, group);
  assert.equal((await sandbox.diff()).total.created, 4);
});
