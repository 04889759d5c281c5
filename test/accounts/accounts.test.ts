import {setTimeout as wait} from 'node:timers/promises';
import test from 'ava';
import {Accounts} from '../../src/accounts/accounts.js';
import {adding, contentsOf, nothing, schema} from './notes.js';

test('every account is handed the log, by its name: the default one, one that a key makes, and a fork', async t => {
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

const fullFrom = (share: number) => ({
  isFull: (most: number) => most <= share,
  describe: () => '80 % of the heap of 100 MiB is in use',
});

test('a heap that is nearly full takes no further account, and one that is fuller no write; a reset is always taken', async t => {
  const heap = {isFull: (_: number) => false, describe: () => '80 % of the heap of 100 MiB is in use'};
  const accounts = await Accounts.open({schema, baseline: nothing, seed: 1, heap});
  const own = await accounts.get('own');
  Object.assign(heap, fullFrom(0.75));
  const refusal =
    /^The sandbox has no room for another account: 80 % of .*; delete snapshots or accounts, or start it with a larger heap: NODE_OPTIONS=--max-old-space-size=\d+$/;
  await t.throwsAsync(accounts.get('new'), {message: refusal});
  await t.throwsAsync(accounts.fork('new', nothing), {message: refusal});
  t.false(accounts.has('new'), 'no trace is left');
  t.is((await accounts.get('default')).name, 'default', 'which is always there');
  await own.write(adding('one'));
  Object.assign(heap, fullFrom(0.85));
  await t.throwsAsync(own.write(adding('two')), {
    message: /^Nothing was changed, because the sandbox has no room: 80 % of/,
  });
  t.deepEqual(contentsOf(own.state).notes.length, 1);
  await own.replaceState(nothing);
  t.deepEqual(contentsOf(own.state).notes.length, 0);
});

test('an account that has expired takes no place, though nobody asks for it again', async t => {
  const accounts = await Accounts.open({schema, baseline: nothing, seed: 1});
  await accounts.fork('brief', nothing, 5);
  await accounts.fork('long', nothing, 1e12);
  t.is(accounts.size, 2);
  await wait(50);
  t.is(accounts.size, 1);
  accounts.close();
});
