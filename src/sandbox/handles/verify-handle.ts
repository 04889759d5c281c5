import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {VerificationRefusal} from '../../admin/verify/failure.js';
import type {VerifyRequest} from '../../admin/verify/request.js';
import type {VerifiedExchange} from '../../admin/verify/shown.js';
import {verifyRequests} from '../../admin/verify/verify.js';
import {VerificationError} from './verification-error.js';

export interface VerifyHandle {
  /**
   * Verifies that the account received the expected requests; with `within`, it waits for them.
   * @returns the matching requests, each with its change
   * @throws VerificationError if the expectation is not met
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
