import fc from 'fast-check';
import type {Operation} from './contract.js';
import type {Server} from './exchange.js';
import type {WeightedFlaw} from './flaws.js';

const unknownKeys = fc.oneof(fc.constantFrom('nobody', 'sbx_', 'sandbox-key2', 'SANDBOX-KEY'), fc.uuid());

/** A missing key, unknown keys and keys without permission. */
export function keyFlaws({method}: Operation, {readOnlyKey, blockedKey}: Server): WeightedFlaw[] {
  const having = (key: fc.Arbitrary<string | undefined>, status: number): WeightedFlaw => ({
    weight: 3,
    flaw: drafts => fc.tuple(drafts, key).map(([draft, key]) => ({draft: {...draft, key}, status})),
  });
  return [
    having(fc.constant(undefined), 401),
    having(unknownKeys, 401),
    having(fc.constant(blockedKey), 403),
    ...(method === 'GET' ? [] : [having(fc.constant(readOnlyKey), 403)]),
  ];
}
