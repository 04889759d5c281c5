import test from 'ava';
import {Accounts} from '../../src/accounts/accounts.js';
import {adding, nothing, schema} from './notes.js';

test('every account is handed the log, by its name: the default one, one that a key makes, and a fork', async t => {
  const appended: string[] = [];
  const changeLog = {append: (account: string) => void appended.push(account)};
  const accounts = await Accounts.open({schema, baseline: nothing, seed: 1, changeLog});
  for (const account of [accounts.get('default'), accounts.get('own'), accounts.fork('copy', nothing)]) {
    account.write(adding('one'));
  }
  t.deepEqual(appended, ['default', 'own', 'copy']);
});
