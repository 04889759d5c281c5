import type {AccountState} from '../accounts/account-state.js';
import {sizeOf} from './changes.js';
import type {Entry} from './log/entries.js';
import type {LoadOptions} from './log/load-data.js';

export interface DataFileOptions extends LoadOptions {
  /** What accounts start from. */
  readonly baseline: AccountState;
  /** Of the data, where there is no file yet. */
  readonly seed: number;
  /** Bytes; a longer log is folded into the file. Default: 256 MiB */
  readonly longestLog?: number;
}

/** A change of more rows writes the file anew: as a line it might be longer than a text can be. */
const mostRowsInALine = 20_000;

/** Whether one of the entries is no line of a log. */
export const isLarge = (entries: readonly Entry[]): boolean => entries.some(entry => sizeOf(entry) > mostRowsInALine);
