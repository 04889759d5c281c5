import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {showCoverage} from '../../admin/findings/show-coverage.js';
import type {CoverageReport} from '../../findings/coverage/report.js';
import type {Finding} from '../../findings/finding.js';

/** What the clients of an account got wrong. */
export interface FindingsHandle {
  /**
   * Every mistake, the worst first, equal ones counted, as if the session ended now.
   * @param options `all` tells those of all accounts. Default: of this one
   */
  findings(options?: {readonly all?: boolean}): Promise<readonly Finding[]>;
  /**
   * The ids of the rules that could not judge, in any account, because what they need did not happen: that is no pass.
   */
  notExercised(): Promise<readonly string[]>;
  /** The number of findings, of any account, that were dropped since the start: for want of memory, or by a reset of all. */
  droppedFindings(): Promise<number>;
  /**
   * What clients exercised of the contract, and what not, whatever was reset meanwhile.
   * @param options `all` tells that of all accounts together. Default: of this one
   */
  coverage(options?: {readonly all?: boolean}): Promise<CoverageReport['coverage']>;
}

/** @param context of the account, for one call */
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
