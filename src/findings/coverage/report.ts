import type {Operation} from '../../operations/operation.js';
import {type CoverageParts, possibleOf} from './possible.js';

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

/** Coverage of the contract. It has no score, because no number shows that coverage suffices. */
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
  const answered = requested.filter(operation => partsOf(operation).statuses.size > 0);
  const paged = answered.filter(operation => possibleOf(operation).pages.length > 0);
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
      axisOf('operations', byTag(operations, answered)),
      ...(['statuses', 'body_fields', 'query_terms'] as const).map(each),
      axisOf('pages', byTag(paged, turned)),
      each('retries'),
    ],
  };
}
