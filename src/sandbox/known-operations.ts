import {Matcher} from '../exchanges/matcher/matcher.js';
import {readPattern} from '../exchanges/matcher/pattern.js';
import {operationIdOf} from '../exchanges/operation-ids.js';
import type {KnownOperations} from '../faults/known-operations.js';
import type {Operation} from '../operations/operation.js';

/** Fault rules match requests in the same way as `verify` does. */
export function knownOperations(operations: readonly Operation[]): KnownOperations {
  const methods = new Map(operations.map(({id, method}) => [id, method]));
  const ids = [...methods.keys()];
  return {
    methodOf: id => methods.get(id),
    idOf: (name, of) => operationIdOf(name, ids, of),
    matcherOf: (match, operation, issues) => {
      const pattern = readPattern({...match, ...(operation !== undefined && {operation})}, operations, issues);
      const matcher = new Matcher(pattern);
      return request => matcher.matches(request);
    },
  };
}
