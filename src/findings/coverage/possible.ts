import * as z from 'zod';
import {type Operation, possibleStatuses} from '../../operations/operation.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/caching.js';

/** A field of a body: its name, and where it is. */
type BodyField = readonly [name: string, pointer: string];

/** The parts of an operation that a client can exercise, in a fixed order. */
export interface Possible {
  /** `200`; statuses that require an option of the sandbox are excluded. */
  readonly statuses: readonly string[];
  /** `/first_name`, and `/phones/number` for a field of each element. */
  readonly fields: readonly string[];
  /** The fields within each field, and those of the body itself within the empty pointer. */
  readonly fieldsWithin: ReadonlyMap<string, readonly BodyField[]>;
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

function byParent(pointers: readonly string[]): Map<string, BodyField[]> {
  const within = new Map<string, BodyField[]>();
  for (const pointer of pointers) {
    const end = pointer.lastIndexOf('/');
    const parent = pointer.slice(0, end);
    within.set(parent, [...(within.get(parent) ?? []), [pointer.slice(end + 1), pointer]]);
  }
  return within;
}

/** `q[]` and `q` are equivalent. */
const isTerms = (name: string) => name === 'q' || name === 'q[]';

export const termOf = (name: string): string => `q[] ${name}`;

function termsOf({query, search}: Operation): string[] {
  const parameters = Object.keys((query as z.ZodObject | undefined)?.shape ?? {}).filter(name => !isTerms(name));
  return [...(search?.terms ?? []).map(({name}) => termOf(name)), ...parameters];
}

/** Computed on first use. */
export const possibleOf = memoizeWeakly((operation: Operation): Possible => {
  const fields = operation.body === undefined ? [] : fieldsOf(operation.body, '', 0);
  return {
    statuses: possibleStatuses(operation)
      .filter(({onlyWith}) => onlyWith === undefined)
      .map(({status}) => String(status)),
    fields,
    fieldsWithin: byParent(fields),
    terms: termsOf(operation),
    hasPages: operation.reply.kind === 'page',
  };
});
