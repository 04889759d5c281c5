import {setImmediate as nextRound} from 'node:timers/promises';
import test from 'ava';
import {generateRecords} from '../../fixtures/index.js';
import {Accounts} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {changeAll} from '../../src/admin/admin-operation.js';
import {limits} from '../../src/limits.js';
import {catalog, schema} from '../../src/resources/index.js';

const state = {records: generateRecords(catalog, {constituents: 1}), clock: frozenClock(7)};

async function accountsOf(count: number) {
  const accounts = await Accounts.open({schema, seed: 1, baseline: state});
  return {
    accounts,
    targets: await Promise.all(Array.from({length: count}, (_, number) => accounts.get(`account-${number}`))),
  };
}

test('changeAll changes accounts in order and yields to other work in between', async t => {
  const context = await accountsOf(40);
  const changed: string[] = [];
  const committed: string[] = [];
  let rounds = 0;
  let isDone = false;
  const otherWork = (async () => {
    while (!isDone) {
      await nextRound();
      rounds += 1;
    }
  })();
  await changeAll(
    context,
    async ({name}) => {
      changed.push(name);
      const end = performance.now() + 3;
      while (performance.now() < end);
    },
    ({name}) => committed.push(name),
  );
  isDone = true;
  await otherWork;
  const names = context.targets.map(({name}) => name);
  t.deepEqual(changed, names);
  t.deepEqual(committed, names);
  t.true(rounds > 5, `${rounds} rounds`);
});

test('changeAll skips accounts dropped meanwhile, and one failure does not stop the other changes', async t => {
  const {accounts, targets} = await accountsOf(6);
  const committed: string[] = [];
  const change = async ({name}: {readonly name: string}) => {
    if (name === 'account-1') {
      await Promise.all([accounts.drop('account-2'), accounts.drop('account-3')]);
      await accounts.get('account-3'); // a new account with the same name
    }
    if (name === 'account-4') {
      throw new Error('first');
    }
  };
  const changing = changeAll({accounts, targets}, change, ({name}) => committed.push(name));
  await t.throwsAsync(changing, {message: 'first'});
  t.deepEqual(committed.sort(), ['account-0', 'account-1', 'account-5']);
});

test('changeAll throws the error of the first account, even if a later one fails sooner', async t => {
  const context = await accountsOf(3);
  const change = async ({name}: {readonly name: string}) => {
    if (name === 'account-0') {
      await nextRound();
      await nextRound();
    }
    throw new Error(name);
  };
  await t.throwsAsync(
    changeAll(context, change, () => undefined),
    {message: 'account-0'},
  );
});

test('the number of snapshots of all accounts together is limited', async t => {
  const {accounts, targets} = await accountsOf(2);
  await targets[0]!.save('one');
  const end = accounts.reserveSnapshots(limits.allSnapshots - 2);
  const endOther = accounts.reserveSnapshots(1);
  t.throws(() => accounts.reserveSnapshots(1), {
    message: 'The sandbox keeps 200000 snapshots of all accounts, and has 1; delete some first',
  });
  endOther();
  t.notThrows(accounts.reserveSnapshots(1));
  end();
  t.notThrows(accounts.reserveSnapshots(limits.allSnapshots - 1));
});
