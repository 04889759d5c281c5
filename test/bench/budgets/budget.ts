import type {Figure} from '../targets.js';

/** A part of the table of budgets. To add one: a file beside this that exports it, and a line in `index.ts`. */
export interface Budget {
  /** As it is named on the command line. */
  readonly name: string;
  /** Left out, unless it is named or asked for with this option: it takes long. */
  readonly only?: '--with-tests';
  /** @returns a figure for each row of the table, with what it may be */
  measure(): Promise<readonly Figure[]>;
}
