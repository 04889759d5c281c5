import type {Assumptions, Settings} from '../settings.js';
import type {AccountState} from './account-state.js';
import type {Snapshot} from './change-log.js';

/** Contents of the database: the common baseline, and the default account's state if it differs. */
export interface AccountsData {
  readonly baseline: AccountState;
  readonly current: AccountState;
  /** Further data of accounts by name, including the default account. */
  readonly kept?: ReadonlyMap<string, KeptAccount>;
}

/** The parts of an account that survive a restart. */
export interface KeptAccount {
  readonly current: AccountState;
  /** The account's baseline, if it differs from the common one. */
  readonly baseline?: AccountState;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Assumptions of an account that differ from the sandbox's. */
export const assumedBeside = (sandbox: Settings, {assume}: Settings): Partial<Assumptions> =>
  Object.fromEntries(
    Object.entries(assume).filter(([name, value]) => sandbox.assume[name as keyof Assumptions] !== value),
  );
