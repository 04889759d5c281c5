import fc from 'fast-check';
import type {Operation} from './contract.js';
import type {Server} from './exchange.js';
import type {WeightedFlaw} from './flaws.js';

const nobodys = fc.oneof(fc.constantFrom('nobody', 'sbx_', 'sandbox-key2', 'SANDBOX-KEY'), fc.uuid());

/** No key, none that is known, and keys that may not do this. */
export function keyFlaws({method}: Operation, {readOnlyKey, blockedKey}: Server): WeightedFlaw[] {
  const having = (key: fc.Arbitrary<string | undefined>, status: number): WeightedFlaw => ({
    weight: 3,
    flaw: drafts => fc.tuple(drafts, key).map(([draft, key]) => ({draft: {...draft, key}, status})),
  });
  return [
    having(fc.constant(undefined), 401),
    having(nobodys, 401),
    having(fc.constant(blockedKey), 403),
    ...(method === 'GET' ? [] : [having(fc.constant(readOnlyKey), 403)]),
  ];
}
