import * as z from 'zod';
import {type Operation, possibleStatuses} from '../../operations/operation.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/caching.js';

/** The parts of an operation that a client can exercise. */
export interface CoverageParts<T> {
  /** `200` */
  readonly statuses: T;
  /** `/first_name`, and `/phones/number` for a field of each element. */
  readonly body_fields: T;
  /** `limit`, `expand`, and `q[] last_name` for a term. */
  readonly query_terms: T;
  /** `offset`, once a page after the first is read. */
  readonly pages: T;
  /** The status classes after which a request is repeated. */
  readonly retries: T;
}

/** Maximum depth of fields: the elements of an array, and no further. */
const deepest = 2;

function fieldsOf(schema: z.ZodType, at = '', depth = 0): string[] {
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
export const isTerms = (name: string) => name === 'q' || name === 'q[]';

export const termOf = (name: string): string => `q[] ${name}`;

/** The parts of an operation, in a fixed order. Statuses that require an option of the sandbox are excluded. */
export const possibleOf = memoizeWeakly((operation: Operation): CoverageParts<readonly string[]> => {
  const {body, query, search, reply} = operation;
  const statuses = possibleStatuses(operation).filter(({onlyWith}) => onlyWith === undefined);
  const parameters = Object.keys((query as z.ZodObject | undefined)?.shape ?? {}).filter(name => !isTerms(name));
  return {
    statuses: statuses.map(({status}) => String(status)),
    body_fields: body === undefined ? [] : fieldsOf(body),
    query_terms: [...(search?.terms ?? []).map(({name}) => termOf(name)), ...parameters],
    pages: reply.kind === 'page' ? ['offset'] : [],
    retries: ['429', '5xx'],
  };
});
