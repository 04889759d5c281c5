import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {VerificationRefusal} from '../../admin/verify/failure.js';
import type {VerifyRequest} from '../../admin/verify/request.js';
import type {VerifiedExchange} from '../../admin/verify/shown.js';
import {verifyRequests} from '../../admin/verify/verify.js';
import {VerificationError} from './verification-error.js';

/** What a handle has to say of the requests that came. */
export interface VerifyHandle {
  /**
   * Verifies that the account had the requests that are expected, and waits for them where it is told to.
   * @returns those that were found, each with what it changed
   * @throws VerificationError where it does not hold
   */
  verify(expected: VerifyRequest): Promise<readonly VerifiedExchange[]>;
}

export const verifyHandle = (context: () => AdminContext): VerifyHandle => ({
  verify: async expected => {
    try {
      const body = expected as Parameters<typeof verifyRequests.handle>[0]['body'];
      return (await executeAdmin(verifyRequests, context(), {body})).exchanges;
    } catch (error) {
      throw error instanceof VerificationRefusal ? new VerificationError(error.failure) : error;
    }
  },
});
