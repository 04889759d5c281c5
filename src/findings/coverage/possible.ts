import * as z from 'zod';
import type {Operation} from '../../operations/operation.js';
import {possibleStatuses} from '../../operations/operation.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';

/** What of one operation a client can exercise: the names of its parts, in a fixed order. */
export interface Possible {
  /** `200`; those that only come with an option of the sandbox's are not expected. */
  readonly statuses: readonly string[];
  /** `/first_name`, and `/phones/number` for a field of each element. */
  readonly fields: readonly string[];
  /** `limit`, `expand`, and `q[] last_name` for a term. */
  readonly terms: readonly string[];
  /** Whether it answers pages. */
  readonly hasPages: boolean;
}

/** How deep fields are told apart: what stands in the elements of an array, and no further. */
const deepest = 2;

function fieldsOf(schema: z.ZodType, at: string, depth: number): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    return fieldsOf(inner.element as z.ZodType, at, depth);
  }
  return inner instanceof z.ZodObject && depth < deepest
    ? Object.entries(inner.shape).flatMap(([name, field]) => [
        `${at}/${name}`,
        ...fieldsOf(field as z.ZodType, `${at}/${name}`, depth + 1),
      ])
    : [];
}

/** `q[]` and `q` are two ways to write the same. */
const isTerms = (name: string) => name === 'q' || name === 'q[]';

export const termOf = (name: string): string => `q[] ${name}`;

function termsOf({query, search}: Operation): string[] {
  const parameters = Object.keys((query as z.ZodObject | undefined)?.shape ?? {}).filter(name => !isTerms(name));
  return [...(search?.terms ?? []).map(({name}) => termOf(name)), ...parameters];
}

/** What there is to exercise of an operation; worked out when it is asked for first. */
export const possibleOf = memoizeWeakly(
  (operation: Operation): Possible => ({
    statuses: possibleStatuses(operation)
      .filter(({onlyWith}) => onlyWith === undefined)
      .map(({status}) => String(status)),
    fields: operation.body === undefined ? [] : fieldsOf(operation.body, '', 0),
    terms: termsOf(operation),
    hasPages: operation.reply.kind === 'page',
  }),
);
