import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {type Settings, type SwitchEntry, switches} from '../settings.js';
import type {Records} from '../store/records.js';
import {version} from '../version.js';
import {adminOperation} from './admin-operation.js';
import {describeClock} from './clock.js';
import {listenerPath} from './submissions.js';

/** How many records there are of each kind. */
export const counts = ({collections}: Records): Record<string, number> =>
  Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));

/** What an account is now: the answer of everything that replaces its data. */
export const describeAccount = (account: Account, accounts: Accounts) => ({
  version,
  seed: accounts.seed,
  account: account.name,
  generation: account.generation,
  clock: describeClock(account.clock),
  counts: counts(account.records),
  snapshots: [...account.snapshots.keys()],
  accounts: accounts.all().length,
});

/** How the sandbox was told to behave. */
const describeSettings = ({assume, maxLimit, strict, rateLimit}: Settings) => ({
  assume,
  max_limit: maxLimit,
  strict,
  rate_limit: rateLimit ?? null,
});

/** Every assumption that can be turned: what it holds now, what it could, and how well it is known. */
const describeSwitches = ({assume}: Settings) =>
  Object.entries(switches).map(([name, entry]: [string, SwitchEntry]) => ({
    name,
    value: assume[name as keyof typeof assume],
    default: entry.values[0],
    values: entry.values,
    observed: entry.observed ?? null,
    contract: entry.contract ?? null,
    grade: entry.grade ?? 'assumed',
    about: entry.about,
  }));

/** What the sandbox is besides, and how this account behaves: the same for as long as both are there. */
export const describeSandbox = (account: Account, accounts: Accounts) => ({
  ...describeAccount(account, accounts),
  listener: listenerPath(account, accounts),
  settings: describeSettings(account.settings),
  switches: describeSwitches(account.settings),
});

export const showSandbox = adminOperation({
  id: 'showSandbox',
  method: 'GET',
  path: '/_sandbox',
  summary: 'What the sandbox is, and what the account holds',
  handle: ({account, accounts}) => describeSandbox(account, accounts),
});
