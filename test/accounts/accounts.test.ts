import {syncBuiltinESMExports} from 'node:module';
import {setTimeout as wait} from 'node:timers/promises';
import v8 from 'node:v8';
import test from 'ava';
import {Accounts} from '../../src/accounts/accounts.js';
import {checkMemory} from '../../src/accounts/memory.js';
import {ApiError} from '../../src/errors.js';
import {adding, contentsOf, nothing, schema} from './notes.js';

test('changes of default, new and forked accounts are appended to the log under their names', async t => {
  const appended: string[] = [];
  const changeLog = {append: async (account: string) => void appended.push(account)};
  const accounts = await Accounts.open({schema, baseline: nothing, seed: 1, changeLog});
  for (const account of [
    await accounts.get('default'),
    await accounts.get('own'),
    await accounts.fork('copy', nothing),
  ]) {
    await account.write(adding('one'));
  }
  t.deepEqual(appended, ['default', 'own', 'copy']);
});

const gibibyte = 1024 ** 3;

/** V8's limit for a heap of a gibibyte, which includes the space for new objects. */
const limit = gibibyte + 192 * 1024 ** 2;

/** Runs work while a share of a heap of one gibibyte is in use. */
async function withHeapInUse(share: number, work: () => Promise<void>): Promise<void> {
  const {getHeapStatistics} = v8;
  v8.getHeapStatistics = () => ({...getHeapStatistics(), used_heap_size: share * gibibyte, heap_size_limit: limit});
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    v8.getHeapStatistics = getHeapStatistics;
    syncBuiltinESMExports();
  }
}

test.serial(
  'a nearly full heap rejects new accounts, a fuller heap rejects writes, and a reset always succeeds',
  async t => {
    const accounts = await Accounts.open({schema, baseline: nothing, seed: 1});
    const account = await accounts.get('own');
    const rejection = (subject: string, inUse: number, more: number) => ({
      instanceOf: ApiError,
      message: `There is no room for ${subject}, so nothing was changed: ${inUse} of 1024 MiB are in use; ask for less, delete snapshots or accounts, or start the sandbox with NODE_OPTIONS=--max-old-space-size=${more}`,
    });
    await withHeapInUse(0.8, async () => {
      await t.throwsAsync(accounts.get('new'), rejection('another account', 820, 2223));
      await t.throwsAsync(accounts.fork('new', nothing), rejection('another account', 820, 2223));
      t.false(accounts.has('new'), 'the account must not exist');
      t.is((await accounts.get('default')).name, 'default', 'the default account is always available');
      await account.write(adding('one'));
      await t.throwsAsync(async () => checkMemory('9 constituents', 0.1 * gibibyte), {
        message: /: it takes 103 MiB of heap, and 820 of 1024 MiB are in use; .*=--max-old-space-size=379$/,
      });
    });
    await withHeapInUse(0.9, async () => {
      await t.throwsAsync(account.write(adding('two')), rejection('the write', 922, 2468));
      t.deepEqual(contentsOf(account.state).notes.length, 1);
      await account.replaceState(nothing);
    });
    t.deepEqual(contentsOf(account.state).notes.length, 0);
  },
);

test('an expired account is removed without a further request', async t => {
  const accounts = await Accounts.open({schema, baseline: nothing, seed: 1});
  await accounts.fork('brief', nothing, 5);
  await accounts.fork('long', nothing, 1e12);
  t.is(accounts.size, 2);
  await wait(50);
  t.is(accounts.size, 1);
  accounts.close();
});
