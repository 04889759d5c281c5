import type {AccountState} from '../accounts/account-state.js';
import type {LoadOptions} from './log/load-data.js';

export interface DataFileOptions extends LoadOptions {
  readonly baseline: AccountState;
  /** The seed of the data for a new file. */
  readonly seed: number;
  /** Bytes. A longer log is merged into the file. Default: 256 MiB */
  readonly longestLog?: number;
}
