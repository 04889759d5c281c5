import type {Adapter} from 'lowdb';
import type {Settings} from '../settings.js';
import type {Schema} from '../store/schema.js';
import type {AccountState} from './account-state.js';
import type {AccountsData, ChangeLog} from './change-log.js';

export interface AccountsOptions {
  readonly schema: Schema;
  readonly baseline: AccountState;
  readonly seed: number;
  /** Default end of generated data: `now`, or a day. */
  readonly seedUntil?: string;
  /** Defaults to lowdb's memory. */
  readonly adapter?: Adapter<AccountsData>;
  /** Receives each change of any account before the account applies it. There is none in memory. */
  readonly changeLog?: ChangeLog;
  /** Default settings for accounts without their own. */
  readonly settings?: Settings;
}
