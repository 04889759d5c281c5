import assert from 'node:assert/strict';
import type {Override} from '../../src/faults/rules/override.js';
import type {AccountHandle} from '../../src/sandbox/account-handle.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {DonationSync, type Plant, Refused} from './client.js';

/** What a test of the suite has: the client, and the account that it works on. */
interface Bench {
  readonly client: DonationSync;
  readonly account: AccountHandle;
  /** Whether faults are armed: without, nothing is tested of them. */
  readonly armsFaults: boolean;
  /** Adds an override; without overrides, nothing is. */
  override(override: Override): Promise<() => Promise<void>>;
}

type SuiteTest = (bench: Bench) => Promise<void>;

const callerOf = (worker: string) => `src/${worker}.ts:1`;

const donor = 'felix.miller414@example.net';

/** As the client's own team would write them: each begins with a reset, and asserts what it can see. */
const suite: Readonly<Record<string, SuiteTest>> = {
  'a donation of somebody who is known is booked': async ({client}) => {
    const id = (await client.findDonor(donor))!;
    const before = (await client.giftsOf(id)).length;
    await client.book({email: donor, amount: 50, order: 'order-1'});
    assert.equal((await client.giftsOf(id)).length, before + 1);
  },
  'a donation of somebody new makes one donor': async ({client, account}) => {
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
  'a donation whose answer is lost is booked once': async ({client, account, armsFaults}) => {
    const id = (await client.findDonor(donor))!;
    const before = (await client.giftsOf(id)).length;
    const fault = armsFaults ? await account.fault('createGift#1:lost') : undefined;
    await client.book({email: donor, amount: 50, order: 'order-4'});
    assert.equal((await client.giftsOf(id)).length, before + 1, 'the donation is there once');
    assert.equal((await fault?.status())?.hits, 1, 'an answer was lost');
  },
  'a donation that the real service refuses is not tried again': async ({client, account, override}) => {
    const match = {caller: callerOf(account.name)}; // all workers have the overrides
    const reply = {status: 409, body: {error: 'Conflict'}};
    const end = await override({operation: 'createGift', match, reply, reason: 'an external_id is taken once'});
    await assert
      .rejects(client.book({email: donor, amount: 50, order: 'order-6'}), {name: 'Refused', status: 409})
      .finally(end);
  },
  'a term that the service does not know is refused': async ({client}) => {
    await assert.rejects(
      client.send('GET', '/gifts/search?q[]=sender=me'),
      new Refused(400, 'GET /gifts/search?q[]=sender=me'),
    );
  },
  'a gift of a stranger is refused': async ({client}) => {
    const body = {gift_type_name: 'Gift', received_amount: 1, received_date: '2025-12-30', external_id: 'order-5'};
    await assert.rejects(client.send('POST', '/constituents/1/gifts', body), {status: 403});
  },
};

/** One process of a test runner, with a key of its own. */
export interface Worker {
  readonly name: string;
  readonly plant?: Plant;
}

interface WorkerOptions {
  readonly armsFaults?: boolean;
  readonly hasOverrides?: boolean;
}

/** @returns of each test that failed its title and why */
export async function runWorker(
  sandbox: RunningSandbox,
  {name, plant}: Worker,
  {armsFaults = true, hasOverrides = true}: WorkerOptions = {},
): Promise<ReadonlyArray<readonly [title: string, why: string]>> {
  const account = sandbox.account(name);
  const client = new DonationSync(sandbox.url, account.key, plant, callerOf(name));
  const override: Bench['override'] = async given => (hasOverrides ? sandbox.override(given) : async () => undefined);
  const failed: Array<readonly [string, string]> = [];
  for (const [title, run] of Object.entries(suite)) {
    await account.reset();
    await run({client, account, armsFaults, override}).catch((error: Error) => failed.push([title, error.message]));
  }
  return failed;
}
