import {Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import type {AccountsData} from '../../src/accounts/change-log.js';
import {schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {stateOf} from './states.js';
import {chance, takeStep} from './steps.js';
import {textOf} from './support.js';

/** What all accounts of these tests start from. */
export const common = stateOf(5);

const names = [defaultAccount, 'one', 'two', 'three', 'four'];

/** Does one of all that becomes of accounts: which, and what comes of it, follows from the number and the accounts. */
export async function takeAccountStep(accounts: Accounts, number: number): Promise<void> {
  const [kind = 0, which = 0, other = 0] = chance(number + 0.5);
  const name = names[which % names.length]!;
  if (kind >= 40 && kind < 65 && name !== defaultAccount) {
    await dropOrFork(accounts, name, other);
    return;
  }
  if (!accounts.has(name) && accounts.startOfNew !== accounts.baseline) {
    await accounts.get(name); // which is a change, because the account starts from another state than the file says
    return;
  }
  const account = await accounts.get(name);
  const snapshot = [...account.snapshots.values()][other % Math.max(1, account.snapshots.size)];
  if (kind < 20) {
    await account.save(`snapshot-${other % 3}`);
  } else if (kind < 28 && snapshot !== undefined) {
    await account.deleteSnapshot(snapshot.name);
  } else if (kind < 40 && snapshot !== undefined) {
    await account.replaceState(snapshot, {asBaseline: other % 2 === 0});
  } else {
    await takeStep(account, number);
  }
}

/** One change, and not two: a process can be killed between two. */
async function dropOrFork(accounts: Accounts, name: string, other: number): Promise<void> {
  if (accounts.has(name)) {
    await accounts.drop(name);
    return;
  }
  const from = names[other % names.length]!;
  const isThere = accounts.has(from) && from !== name;
  const source = await accounts.get(isThere ? from : defaultAccount);
  const settings = settingsOf({assume: {keyword_delete: other % 2 === 0 ? 'ignore' : 'permanent'}});
  await accounts.fork(name, [...source.snapshots.values()][0] ?? source.state, undefined, settings);
}

/** Accounts in memory that go on from what a file held. */
export const inMemory = (data: AccountsData): Promise<Accounts> =>
  Accounts.open({schema, baseline: common, seed: 1, adapter: {read: async () => data, write: async () => undefined}});

const usual = textOf(common);

/** Everything that is kept of accounts, as a text. One that is as all start is not there. */
export function contentsOfAll(accounts: Accounts): string {
  const all = accounts.all().map(({name, state, baseline, snapshots, settings: {assume}}) => {
    const kept = Array.from(snapshots.values(), ({savedAt, ...saved}) => [saved.name, savedAt, textOf(saved)]);
    const [now, start] = [textOf(state), textOf(baseline)];
    const isUsual = now === usual && start === usual && kept.length === 0 && assume.keyword_delete === 'archive';
    return isUsual ? undefined : JSON.stringify([name, now, start, kept.sort(), assume.keyword_delete]);
  });
  return all.filter(Boolean).sort().join('\n');
}
