import {Accounts, defaultAccount} from '../../src/accounts/accounts.js';
import type {AccountsData} from '../../src/accounts/change-log.js';
import {schema} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {stateOf} from './states.js';
import {chance, takeStep} from './steps.js';
import {textOf} from './support.js';

/** The initial state of all accounts in these tests. */
export const common = stateOf(5);

const names = [defaultAccount, 'one', 'two', 'three', 'four'];

/** Changes an account, or creates or drops one. The step depends only on the number and the accounts. */
export async function takeAccountStep(accounts: Accounts, number: number): Promise<void> {
  const [kind = 0, which = 0, other = 0] = chance(number + 0.5);
  const name = names[which % names.length]!;
  if (kind >= 40 && kind < 65 && name !== defaultAccount) {
    await dropOrFork(accounts, name, other);
    return;
  }
  if (!accounts.has(name) && accounts.startOfNew !== accounts.baseline) {
    await accounts.get(name); // a change, because the account starts from another state than the one in the file
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

/** Makes one change, not two, because a process can be killed between two. */
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

/** Opens accounts in memory with the data of a file. */
export const inMemory = (data: AccountsData): Promise<Accounts> =>
  Accounts.open({schema, baseline: common, seed: 1, adapter: {read: async () => data, write: async () => undefined}});

const initial = textOf(common);

/** Returns the persisted data of all accounts as a text, without unchanged accounts. */
export function contentsOfAll(accounts: Accounts): string {
  const all = accounts.all().map(({name, state, baseline, snapshots, settings: {assume}}) => {
    const kept = Array.from(snapshots.values(), ({savedAt, ...saved}) => [saved.name, savedAt, textOf(saved)]);
    const [currentText, baselineText] = [textOf(state), textOf(baseline)];
    const isStateUnchanged = currentText === initial && baselineText === initial;
    const isUnchanged = isStateUnchanged && kept.length === 0 && assume.keyword_delete === 'archive';
    return isUnchanged
      ? undefined
      : JSON.stringify([name, currentText, baselineText, kept.sort(), assume.keyword_delete]);
  });
  return all.filter(Boolean).sort().join('\n');
}
