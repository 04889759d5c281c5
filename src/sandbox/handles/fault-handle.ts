import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import type {FaultStatus} from '../../admin/faults/describe-rule.js';
import {deleteFault, listFaults} from '../../admin/faults/index.js';
import {ApiError} from '../../errors.js';
import type {FaultRule} from '../../faults/rules/rule-schema.js';
import type {AsyncDispose} from './async-dispose.js';

/** Removes the fault, however often it is called; `await using` calls it by itself. */
export type ArmedFault = AsyncDispose & {
  (): Promise<void>;
  readonly id: string;
  /** The rule, how often it was done, and to which requests. */
  status(): Promise<FaultStatus | undefined>;
};

/** Arms a rule of the account for as long as it is not removed; a reset removes it too. */
export function armFault(rule: string | FaultRule, context: () => AdminContext): ArmedFault {
  const {account, faults} = context();
  const read = faults.readOne(rule, 'fault');
  const [armed] = faults.of(account).add([read], null);
  const {id} = armed!;
  const isThere = () => faults.of(account).rules.includes(armed!);
  const remove = async (): Promise<void> => {
    if (isThere()) {
      await executeAdmin(deleteFault, context(), {params: {id}});
    }
  };
  const status = async () => (await statuses(context)).find(one => one.id === id && isThere());
  return Object.assign(remove, {id, status, [Symbol.asyncDispose]: remove});
}

/** All rules of the account. */
export const statuses = async (context: () => AdminContext): Promise<readonly FaultStatus[]> =>
  (await executeAdmin(listFaults, context(), {})).rules;

/** What a start was given cannot be read. It is told as any wrong option is. */
class FaultOptionError extends TypeError {
  override readonly name = 'FaultOptionError';
}

/** @throws FaultOptionError in place of a refusal */
export function readingOptions<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof ApiError ? new FaultOptionError(`startSandbox: ${error.description}`) : error;
  }
}
