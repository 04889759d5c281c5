import type {Figure} from '../targets.js';

export interface BudgetOptions {
  /** Replaces the stored ceilings by today's figures. Only `house` has such ceilings. */
  readonly write: boolean;
}

/** A part of the table of budgets. To add one, export it from a file in this folder and list it in `index.ts`. */
export interface Budget {
  readonly name: string;
  /** A slow budget runs only if the command names it or sets this option. */
  readonly only?: '--with-tests';
  /** @returns a figure and its target for each row of the table */
  measure(options: BudgetOptions): Promise<readonly Figure[]>;
}
