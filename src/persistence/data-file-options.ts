import type {AccountState} from '../accounts/account-state.js';
import type {LoadOptions} from './log/load-data.js';

export interface DataFileOptions extends LoadOptions {
  /** What accounts start from. */
  readonly baseline: AccountState;
  /** Of the data, where there is no file yet. */
  readonly seed: number;
  /** Bytes; a longer log is folded into the file. Default: 256 MiB */
  readonly longestLog?: number;
}
