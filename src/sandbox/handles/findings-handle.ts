import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {showCoverage} from '../../admin/findings/show-coverage.js';
import {showFindings} from '../../admin/findings/show-findings.js';
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
  /**
   * What clients exercised of the contract, and what not, whatever was reset meanwhile.
   * @param options `all` tells that of all accounts together. Default: of this one
   */
  coverage(options?: {readonly all?: boolean}): Promise<CoverageReport['coverage']>;
}

/** @param context of the account, for one call */
export const findingsHandle = (context: () => AdminContext): FindingsHandle => ({
  findings: async ({all = false} = {}) =>
    (await executeAdmin(showFindings, {...context(), isForAll: all}, {})).findings,
  notExercised: async () => (await executeAdmin(showFindings, {...context(), isForAll: true}, {})).not_exercised,
  coverage: async ({all = false} = {}) =>
    (await executeAdmin(showCoverage, {...context(), isForAll: all}, {})).coverage,
});
