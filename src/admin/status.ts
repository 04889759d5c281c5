import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {type Assumptions, type Grade, type Settings, type SwitchEntry, switches} from '../settings.js';
import type {Records} from '../store/records.js';
import {version} from '../version.js';
import {adminOperation} from './admin-operation.js';
import {type ClockStatus, describeClock} from './clock.js';
import {listenerPath} from './submissions.js';

/** What an account holds, and the clock it goes by. */
export interface AccountStatus {
  readonly version: string;
  readonly seed: number;
  /** Its name. */
  readonly account: string;
  /** How often its data was replaced as a whole, from 1 on. */
  readonly generation: number;
  readonly clock: ClockStatus;
  /** How many records there are of each kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** The names of its snapshots. */
  readonly snapshots: readonly string[];
  /** How many accounts there are. */
  readonly accounts: number;
}

/** One assumption that can be turned. */
export interface SwitchStatus {
  readonly name: string;
  /** What holds now. */
  readonly value: string;
  readonly default: string;
  readonly values: readonly string[];
  /** What `--assume observed` makes it; null where it leaves it as it is. */
  readonly observed: string | null;
  /** What `--assume contract` makes it; null where it leaves it as it is. */
  readonly contract: string | null;
  /** How well it is known what the service does. */
  readonly grade: Grade;
  /** What it decides. */
  readonly about: string;
}

/** The same, and how the sandbox was told to behave. */
export interface SandboxStatus extends AccountStatus {
  /** The path that forms are sent to. */
  readonly listener: string;
  readonly settings: {
    readonly assume: Assumptions;
    readonly max_limit: number;
    readonly strict: boolean;
    readonly rate_limit: number | null;
  };
  readonly switches: readonly SwitchStatus[];
}

/** How many records there are of each kind. */
export const counts = ({collections}: Records): Record<string, number> =>
  Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));

/** What an account is now: the answer of everything that replaces its data. */
export const describeAccount = (account: Account, accounts: Accounts): AccountStatus => ({
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
const describeSettings = ({assume, maxLimit, strict, rateLimit}: Settings): SandboxStatus['settings'] => ({
  assume,
  max_limit: maxLimit,
  strict,
  rate_limit: rateLimit ?? null,
});

/** Every assumption that can be turned: what it holds now, what it could, and how well it is known. */
const describeSwitches = ({assume}: Settings): readonly SwitchStatus[] =>
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
const describeSandbox = (account: Account, accounts: Accounts): SandboxStatus => ({
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
