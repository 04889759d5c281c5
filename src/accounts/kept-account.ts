import type {Assumptions, Settings} from '../settings.js';
import type {AccountState} from './account-state.js';
import type {Snapshot} from './change-log.js';

/** What the database holds: the state that accounts start from, and what the default account holds if that is another. */
export interface AccountsData {
  readonly baseline: AccountState;
  readonly current: AccountState;
  /** What else there is to keep of accounts, by their names; of the default one too. */
  readonly kept?: ReadonlyMap<string, KeptAccount>;
}

/** All of an account that lasts from one start to the next. */
export interface KeptAccount {
  readonly current: AccountState;
  /** What a reset goes back to, where that is not what all accounts start from. */
  readonly baseline?: AccountState;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly assume: Partial<Assumptions>;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** What an account assumes that the sandbox does not. */
export const assumedBeside = (sandbox: Settings, {assume}: Settings): Partial<Assumptions> =>
  Object.fromEntries(
    Object.entries(assume).filter(([name, value]) => sandbox.assume[name as keyof Assumptions] !== value),
  );
