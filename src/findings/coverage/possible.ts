import * as z from 'zod';
import type {Operation} from '../../operations/operation.js';
import {possibleStatuses} from '../../operations/operation.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';

/** The parts of an operation that a client can exercise, in a fixed order. */
export interface Possible {
  /** `200`; statuses that require an option of the sandbox are excluded. */
  readonly statuses: readonly string[];
  /** `/first_name`, and `/phones/number` for a field of each element. */
  readonly fields: readonly string[];
  /** `limit`, `expand`, and `q[] last_name` for a term. */
  readonly terms: readonly string[];
  readonly hasPages: boolean;
}

/** Maximum depth of fields: the elements of an array, and no further. */
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

/** `q[]` and `q` are equivalent. */
const isTerms = (name: string) => name === 'q' || name === 'q[]';

export const termOf = (name: string): string => `q[] ${name}`;

function termsOf({query, search}: Operation): string[] {
  const parameters = Object.keys((query as z.ZodObject | undefined)?.shape ?? {}).filter(name => !isTerms(name));
  return [...(search?.terms ?? []).map(({name}) => termOf(name)), ...parameters];
}

/** Computed on first use. */
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
