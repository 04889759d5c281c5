import assert from 'node:assert/strict';
import type {Override} from '../../src/faults/rules/override.js';
import type {AccountHandle} from '../../src/sandbox/account-handle.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {DonationSync, type Plant, Refused} from './client.js';

/** The client and the account of a test. */
interface Bench {
  readonly client: DonationSync;
  readonly account: AccountHandle;
  readonly armsFaults: boolean;
  /** Adds an override, unless overrides are disabled. */
  override(override: Override): Promise<() => Promise<void>>;
}

type SuiteTest = (bench: Bench) => Promise<void>;

const callerOf = (worker: string) => `src/${worker}.ts:1`;

const donor = 'felix.miller414@example.net';

/** Tests as a user would write them: each starts with a reset and asserts the result. */
const suite: Readonly<Record<string, SuiteTest>> = {
  'a donation of an existing donor is booked': async ({client}) => {
    const id = (await client.findDonor(donor))!;
    const before = (await client.giftsOf(id)).length;
    await client.book({email: donor, amount: 50, order: 'order-1'});
    assert.equal((await client.giftsOf(id)).length, before + 1);
  },
  'a donation of a new donor creates one donor': async ({client, account}) => {
    await client.book({email: 'new.donor@example.org', amount: 5, order: 'order-2'});
    assert.deepEqual(Object.keys((await account.diff()).created ?? {}).sort(), [
      'constituents',
      'email_addresses',
      'gifts',
    ]);
  },
  'a donation is booked with its amount': async ({client, account}) => {
    await client.book({email: donor, amount: 50, order: 'order-3'});
    await account.verify({operation: 'createGift', body: {received_amount: 50}, times: 1});
  },
  'a donation is booked once although its response is lost': async ({client, account, armsFaults}) => {
    const id = (await client.findDonor(donor))!;
    const before = (await client.giftsOf(id)).length;
    const fault = armsFaults ? await account.fault('createGift#1:lost') : undefined;
    await client.book({email: donor, amount: 50, order: 'order-4'});
    assert.equal((await client.giftsOf(id)).length, before + 1, 'the donation must be booked once');
    assert.equal((await fault?.status())?.hits, 1, 'a response must have been lost');
  },
  'a donation that the real service rejects is not retried': async ({client, account, override}) => {
    const match = {caller: callerOf(account.name)}; // overrides apply to all workers
    const reply = {status: 409, body: {error: 'Conflict'}};
    const end = await override({operation: 'createGift', match, reply, reason: 'an external_id is taken once'});
    await assert
      .rejects(client.book({email: donor, amount: 50, order: 'order-6'}), {name: 'Refused', status: 409})
      .finally(end);
  },
  'an unknown search term is rejected': async ({client}) => {
    await assert.rejects(
      client.send('GET', '/gifts/search?q[]=sender=me'),
      new Refused(400, 'GET /gifts/search?q[]=sender=me'),
    );
  },
  'a gift of an unknown donor is rejected': async ({client}) => {
    const body = {gift_type_name: 'Gift', received_amount: 1, received_date: '2025-12-30', external_id: 'order-5'};
    await assert.rejects(client.send('POST', '/constituents/1/gifts', body), {status: 403});
  },
};

/** A process of a test runner with its own key. */
export interface Worker {
  readonly name: string;
  readonly plant?: Plant;
}

interface WorkerOptions {
  readonly armsFaults?: boolean;
  readonly hasOverrides?: boolean;
}

/** @returns the title and the error message of each failed test */
export async function runWorker(
  sandbox: RunningSandbox,
  {name, plant}: Worker,
  {armsFaults = true, hasOverrides = true}: WorkerOptions = {},
): Promise<ReadonlyArray<readonly [title: string, reason: string]>> {
  const account = sandbox.account(name);
  const client = new DonationSync(sandbox.url, account.key, plant, callerOf(name));
  const override: Bench['override'] = async input => (hasOverrides ? sandbox.override(input) : async () => undefined);
  const failed: Array<readonly [string, string]> = [];
  for (const [title, run] of Object.entries(suite)) {
    await account.reset();
    await run({client, account, armsFaults, override}).catch((error: Error) => failed.push([title, error.message]));
  }
  return failed;
}
