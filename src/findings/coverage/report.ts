import type {Operation} from '../../operations/operation.js';
import {type Exercised, retriedAfter} from './exercised.js';
import {possibleOf} from './possible.js';

/** What is told apart. */
export type CoverageAxis = 'operations' | 'statuses' | 'body_fields' | 'query_terms' | 'pages' | 'retries';

/** What was and was not exercised of one operation; of one group of operations where they are what is counted. */
interface CoverageGroup {
  /** `createGift`; `Gifts` for the operations of that group. */
  readonly name: string;
  readonly exercised: readonly string[];
  readonly not_exercised: readonly string[];
}

/** One kind of thing that a client can exercise. */
export interface AxisCoverage {
  readonly axis: CoverageAxis;
  /** How many. */
  readonly exercised: number;
  readonly not_exercised: number;
  /** How many there are: but for the operations themselves, of those operations that were asked. */
  readonly of: number;
  readonly groups: readonly CoverageGroup[];
}

/** What clients exercised of the contract; no score, because no number says that enough was. */
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

/** Operations by the groups of the contract. */
function byTag(operations: readonly Operation[], exercised: ReadonlySet<string>): CoverageGroup[] {
  const tags = new Map<string, string[]>();
  for (const {tag, id} of operations) {
    tags.set(tag, [...(tags.get(tag) ?? []), id]);
  }
  return Array.from(tags, ([tag, ids]) => groupOf(tag, ids, exercised));
}

type Asked = readonly [operation: Operation, exercised: Exercised];

const idsOf = (asked: readonly Asked[]): ReadonlySet<string> => new Set(asked.map(([{id}]) => id));

/** Statuses that only come with an option count once they came. */
const statusesOf = ([operation, {statuses}]: Asked): readonly string[] =>
  [...new Set([...possibleOf(operation).statuses, ...statuses])].sort();

/** In the order of the contract, the same on every run. */
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
