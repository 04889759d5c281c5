import type {Adapter} from 'lowdb';
import type {Settings} from '../settings.js';
import type {Schema} from '../store/schema.js';
import type {HeapRoom} from '../workload/heap.js';
import type {AccountState} from './account-state.js';
import type {ChangeLog} from './change-log.js';
import type {AccountsData} from './kept-account.js';

export interface AccountsOptions {
  readonly schema: Schema;
  readonly baseline: AccountState;
  readonly seed: number;
  /** When generated data end where nobody says: `now`, or a day. */
  readonly seedUntil?: string;
  /** Defaults to lowdb's memory. */
  readonly adapter?: Adapter<AccountsData>;
  /** Told of each change of any account before the account takes it. In memory there is none. */
  readonly changeLog?: ChangeLog;
  /** Of every account that has none of its own; as usual where they are left out. */
  readonly settings?: Settings;
  /** What accounts take their room of; the process's own where it is left out. */
  readonly heap?: HeapRoom;
}
