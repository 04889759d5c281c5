import type * as z from 'zod';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing, isObject} from '../schema/items.js';
import type {Settings} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import type {Operation} from './operation.js';

/** What takes a body without the fields that only the contract calls required. */
export const withoutRequiredFields = '--assume required_fields=observed';

/** The schema that a body is read by: what only the contract calls required may be missing, where that is assumed. */
export function bodySchemaOf(operation: Operation, {assume}: Settings): z.ZodObject | undefined {
  const isRelaxed = assume.required_fields === 'observed' && operation.requiredByContract !== undefined;
  return isRelaxed ? relaxed(operation) : operation.body;
}

const relaxed = memoizeWeakly(({body, requiredByContract = []}: Operation): z.ZodObject => {
  const shape = (body as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
  const fields = requiredByContract.map(name => [name, shape[name]!.nullish()] as const);
  return (body as z.ZodObject).extend(Object.fromEntries(fields));
});

/** Tells how the fields that a body lacks could be left out, where only the contract calls them required. */
export function suggestWithout(
  {requiredByContract = []}: Operation,
  sent: unknown,
  {assume}: Settings,
  issues: Issues,
) {
  const body: Fields = isObject(sent) ? sent : {};
  if (assume.required_fields === 'contract') {
    for (const name of requiredByContract.filter(name => isMissing(body[name]))) {
      issues.suggest(name, withoutRequiredFields);
    }
  }
}
