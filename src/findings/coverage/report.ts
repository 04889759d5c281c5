import * as z from 'zod';
import {type Operation, possibleStatuses} from '../../operations/operation.js';
import {unwrap} from '../../schema/parse-body.js';
import {memoizeWeakly} from '../../store/caching.js';

/** The parts of an operation that a client can exercise. */
export interface CoverageParts<T> {
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

/** Maximum depth of fields: the elements of an array, but nothing deeper. */
const maxDepth = 2;

function fieldsOf(schema: z.ZodType, at = '', depth = 0): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray) {
    return fieldsOf(inner.element as z.ZodType, at, depth);
  }
  return inner instanceof z.ZodObject && depth < maxDepth
    ? Object.entries(inner.shape).flatMap(([name, field]) => [
        `${at}/${name}`,
        ...fieldsOf(field as z.ZodType, `${at}/${name}`, depth + 1),
      ])
    : [];
}

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

/** The exercised parts of each operation that was requested. */
export type Exercised = ReadonlyMap<Operation, CoverageParts<ReadonlySet<string>>>;

export type CoverageAxis = 'operations' | keyof CoverageParts<unknown>;

/** Coverage of one operation, or of one group when operations are counted. */
interface CoverageGroup {
  /** `createGift`; `Gifts` for a group of operations. */
  readonly name: string;
  readonly exercised: readonly string[];
  readonly not_exercised: readonly string[];
}

export interface AxisCoverage {
  readonly axis: CoverageAxis;
  readonly exercised: number;
  readonly not_exercised: number;
  /** Total: all operations, or the parts of those operations that were requested. */
  readonly of: number;
  readonly groups: readonly CoverageGroup[];
}

/** Coverage of the contract. It has no score, because no number proves that coverage suffices. */
export interface CoverageReport {
  readonly coverage: readonly AxisCoverage[];
}

const groupOf = (name: string, all: readonly string[], exercised: ReadonlySet<string>): CoverageGroup => ({
  name,
  exercised: all.filter(part => exercised.has(part)),
  not_exercised: all.filter(part => !exercised.has(part)),
});

function axisOf(axis: CoverageAxis, groups: readonly CoverageGroup[]): AxisCoverage {
  const exercised = groups.reduce((sum, group) => sum + group.exercised.length, 0);
  const left = groups.reduce((sum, group) => sum + group.not_exercised.length, 0);
  return {
    axis,
    exercised,
    not_exercised: left,
    of: exercised + left,
    groups: groups.filter(group => group.exercised.length + group.not_exercised.length > 0),
  };
}

/** Groups operations by their tags in the contract. */
function byTag(operations: readonly Operation[], exercised: readonly Operation[]): CoverageGroup[] {
  const tags = new Set(operations.map(({tag}) => tag));
  const ids = new Set(exercised.map(({id}) => id));
  const idsOf = (tag: string) => operations.filter(operation => operation.tag === tag).map(({id}) => id);
  return Array.from(tags, tag => groupOf(tag, idsOf(tag), ids));
}

/** Uses the order of the contract, so that reports are comparable. */
export function coverageReport(operations: readonly Operation[], exercised: Exercised): CoverageReport {
  const requested = operations.filter(operation => exercised.has(operation));
  const partsOf = (operation: Operation) => exercised.get(operation)!;
  const withResponse = requested.filter(operation => partsOf(operation).statuses.size > 0);
  const paged = withResponse.filter(operation => possibleOf(operation).pages.length > 0);
  const turned = paged.filter(operation => partsOf(operation).pages.size > 0);
  const each = (axis: keyof CoverageParts<unknown>) =>
    axisOf(
      axis,
      requested.map(operation => {
        const parts = partsOf(operation);
        const possible = possibleOf(operation)[axis];
        // Statuses that require an option count only once they occurred.
        const all = axis === 'statuses' ? [...new Set([...possible, ...parts.statuses])].sort() : possible;
        return groupOf(operation.id, all, parts[axis]);
      }),
    );
  return {
    coverage: [
      axisOf('operations', byTag(operations, withResponse)),
      ...(['statuses', 'body_fields', 'query_terms'] as const).map(each),
      axisOf('pages', byTag(paged, turned)),
      each('retries'),
    ],
  };
}
