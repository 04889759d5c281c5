import type {Account} from '../accounts/account.js';
import type {Accounts} from '../accounts/accounts.js';
import {listenerPath} from '../accounts/submissions.js';
import {notFound} from '../errors.js';
import type {CollectionName} from '../schema/catalog-names.js';
import {type Assumptions, type SwitchEntry, switches} from '../settings.js';
import type {Records} from '../store/records.js';
import {version} from '../version.js';
import {adminOperation} from './admin-operation.js';
import {type ClockStatus, describeClock} from './clock.js';

export interface AccountStatus {
  readonly version: string;
  readonly seed: number;
  readonly account: string;
  /** Counts how often the account's data was replaced, from 1. */
  readonly generation: number;
  readonly clock: ClockStatus;
  readonly counts: Readonly<Record<CollectionName, number>>;
  readonly snapshots: readonly string[];
  readonly accounts: number;
}

export interface SwitchStatus extends Required<Pick<SwitchEntry, 'values' | 'about' | 'grade'>> {
  readonly name: string;
  readonly value: string;
  readonly default: string;
  /** The value for `--assume observed`; null if it changes nothing. */
  readonly observed: string | null;
  /** The value for `--assume contract`; null if it changes nothing. */
  readonly contract: string | null;
}

/** An account's status and active settings. */
export interface SandboxStatus extends AccountStatus {
  /** The path to which forms post submissions. */
  readonly listener: string;
  readonly settings: {
    readonly assume: Assumptions;
    readonly max_limit: number;
    readonly strict: boolean;
    readonly rate_limit: number | null;
  };
  readonly switches: readonly SwitchStatus[];
  readonly overrides: number;
}

export const counts = ({collections}: Records): Record<string, number> =>
  Object.fromEntries(Array.from(collections, ([name, {size}]) => [name, size]));

/** An account's status: the response of every operation that replaces its data. */
export const describeAccount = (account: Account, accounts: Accounts): AccountStatus => ({
  version,
  seed: accounts.seed,
  account: account.name,
  generation: account.generation,
  clock: describeClock(account.clock),
  counts: counts(account.records),
  snapshots: [...account.snapshots.keys()],
  accounts: accounts.size,
});

const describeSwitches = (assume: Assumptions): readonly SwitchStatus[] =>
  Object.entries<SwitchEntry>(switches).map(([name, entry]) => {
    const {values, observed = null, contract = null, grade = 'assumed', about} = entry;
    const value = assume[name as keyof Assumptions];
    return {name, value, default: values[0], values, observed, contract, grade, about};
  });

export const showSandbox = adminOperation({
  id: 'showSandbox',
  method: 'GET',
  path: '/_sandbox',
  summary: 'Get the version, the settings, the clock and the record counts',
  handle: ({account, accounts, faults}): SandboxStatus => {
    const {assume, maxLimit, strict, rateLimit} = account.settings;
    return {
      ...describeAccount(account, accounts),
      listener: listenerPath(accounts.listenerOf(account.name)),
      settings: {assume, max_limit: maxLimit, strict, rate_limit: rateLimit ?? null},
      switches: describeSwitches(assume),
      overrides: faults.overrides.rules.length,
    };
  },
});

export const showInterception = adminOperation({
  id: 'showInterception',
  method: 'GET',
  path: '/_sandbox/intercept',
  summary: 'Get the intercepted hosts, the proxy, the certificate, and the requests that arrived',
  handle: ({interception}) => {
    if (interception === undefined) {
      throw notFound('This sandbox answers for no other host; start it with --intercept api.example.com');
    }
    const {hosts, port, plainPort, proxy, ca, caFile, isolate, allow, reached} = interception;
    return {hosts, port, plain_port: plainPort, proxy, ca, ca_file: caFile, isolate, allow, reached};
  },
});

export type InterceptionReply = Awaited<ReturnType<typeof showInterception.handle>>;
