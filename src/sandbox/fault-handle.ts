import {type AdminContext, executeAdmin} from '../admin/admin-operation.js';
import {deleteFault, type FaultStatus, rulesOf} from '../admin/faults.js';
import type {FaultRule} from '../faults/rules/rule-schema.js';

/** Supports `await using` if the compiler's library declares the symbol: older libraries do not. */
export type AsyncDispose = SymbolConstructor extends {readonly asyncDispose: infer S extends symbol}
  ? {readonly [dispose in S]: () => Promise<void>}
  : object;

/** Removes the fault; repeated calls have no effect. `await using` calls it at the end of the scope. */
export type ArmedFault = AsyncDispose & {
  (): Promise<void>;
  readonly id: string;
  /** Returns the rule with the number of faulted requests and their journal numbers. */
  status(): Promise<FaultStatus | undefined>;
};

/** Adds a rule to the account until it is removed; a reset removes it too. */
export async function armFault(rule: string | FaultRule, context: () => Promise<AdminContext>): Promise<ArmedFault> {
  const {account, faults} = await context();
  const read = faults.readOne(rule, 'fault');
  const [armed] = faults.of(account).add([read], null);
  const {id} = armed!;
  const isThere = () => faults.of(account).rules.includes(armed!);
  const remove = async (): Promise<void> => {
    if (isThere()) {
      await executeAdmin(deleteFault, await context(), {params: {id}});
    }
  };
  const status = async () => (await statuses(context)).find(one => one.id === id && isThere());
  return Object.assign(remove, {id, status, [Symbol.asyncDispose]: remove});
}

export async function statuses(context: () => Promise<AdminContext>): Promise<readonly FaultStatus[]> {
  const {account, faults} = await context();
  return rulesOf(account, faults);
}
