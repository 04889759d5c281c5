import {type AdminContext, executeAdmin} from '../admin/admin-operation.js';
import {showFindings} from '../admin/findings/show-findings.js';
import type {Finding} from '../findings/finding.js';

/** What the clients of an account got wrong. */
export interface FindingsHandle {
  /**
   * Every mistake, the worst first, equal ones counted, as if the session ended now.
   * @param options `all` tells those of all accounts. Default: of this one
   */
  findings(options?: {readonly all?: boolean}): Promise<readonly Finding[]>;
}

/** @param context of the account, for one call */
export const findingsHandle = (context: () => AdminContext): FindingsHandle => ({
  findings: async ({all = false} = {}) =>
    (await executeAdmin(showFindings, {...context(), isForAll: all}, {})).findings,
});
