import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {showCoverage} from '../../admin/findings/show-coverage.js';
import type {CoverageReport} from '../../findings/coverage/report.js';
import type {Finding} from '../../findings/finding.js';

/** Mistakes that an account's clients made. */
export interface FindingsHandle {
  /**
   * Returns every mistake so far, the worst first, with identical ones counted together.
   * @param options `all` includes every account. Default: this account
   */
  findings(options?: {readonly all?: boolean}): Promise<readonly Finding[]>;
  /** Returns the ids of the rules that no request exercised, in any account. They had nothing to check. */
  notExercised(): Promise<readonly string[]>;
  /** The number of findings, in any account, dropped because of memory limits or a reset of all accounts. */
  droppedFindings(): Promise<number>;
  /**
   * Returns the parts of the contract that clients exercised, and those that they did not. Resets do not affect it.
   * @param options `all` combines every account. Default: this account
   */
  coverage(options?: {readonly all?: boolean}): Promise<CoverageReport['coverage']>;
}

/** @param context creates the account's context for one call */
export const findingsHandle = (context: () => AdminContext): FindingsHandle => ({
  findings: async ({all = false} = {}) => {
    const {inspector, account} = context();
    return inspector.report(all ? undefined : account.name).findings;
  },
  notExercised: async () => context().inspector.report().not_exercised,
  droppedFindings: async () => context().inspector.dropped,
  coverage: async ({all = false} = {}) =>
    (await executeAdmin(showCoverage, {...context(), isForAll: all}, {})).coverage,
});
