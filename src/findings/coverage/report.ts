import type {Operation} from '../../operations/operation.js';
import {type Exercised, retriedAfter} from './exercised.js';
import {possibleOf} from './possible.js';

export type CoverageAxis = 'operations' | 'statuses' | 'body_fields' | 'query_terms' | 'pages' | 'retries';

/** Coverage of one operation, or of one group when operations are counted. */
interface CoverageGroup {
  /** `createGift`; `Gifts` for a group of operations. */
  readonly name: string;
  readonly exercised: readonly string[];
  readonly not_exercised: readonly string[];
}

/** Coverage along one axis. */
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
function byTag(operations: readonly Operation[], exercised: ReadonlySet<string>): CoverageGroup[] {
  const tags = new Map<string, string[]>();
  for (const {tag, id} of operations) {
    tags.set(tag, [...(tags.get(tag) ?? []), id]);
  }
  return Array.from(tags, ([tag, ids]) => groupOf(tag, ids, exercised));
}

type Asked = readonly [operation: Operation, exercised: Exercised];

const idsOf = (asked: readonly Asked[]): ReadonlySet<string> => new Set(asked.map(([{id}]) => id));

/** Statuses that require an option count only once they occurred. */
const statusesOf = ([operation, {statuses}]: Asked): readonly string[] =>
  [...new Set([...possibleOf(operation).statuses, ...statuses])].sort();

/** Uses the order of the contract, so that reports are comparable. */
export function coverageReport(
  operations: readonly Operation[],
  exercised: ReadonlyMap<Operation, Exercised>,
): CoverageReport {
  const asked = operations.flatMap<Asked>(operation => {
    const found = exercised.get(operation);
    return found === undefined ? [] : [[operation, found]];
  });
  const answered = asked.filter(([, {statuses}]) => statuses.size > 0);
  const turned = answered.filter(([, {hasTurnedPage}]) => hasTurnedPage);
  const paged = answered.map(([operation]) => operation).filter(operation => possibleOf(operation).hasPages);
  const each = (axis: CoverageAxis, all: (one: Asked) => readonly string[], done: (one: Exercised) => Set<string>) =>
    axisOf(
      axis,
      asked.map(one => groupOf(one[0].id, all(one), done(one[1]))),
    );
  return {
    coverage: [
      axisOf('operations', byTag(operations, idsOf(answered))),
      each('statuses', statusesOf, one => one.statuses),
      each(
        'body_fields',
        ([operation]) => possibleOf(operation).fields,
        one => one.fields,
      ),
      each(
        'query_terms',
        ([operation]) => possibleOf(operation).terms,
        one => one.terms,
      ),
      axisOf('pages', byTag(paged, idsOf(turned))),
      each(
        'retries',
        () => retriedAfter,
        one => one.retries,
      ),
    ],
  };
}
