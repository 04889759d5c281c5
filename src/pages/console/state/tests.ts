import type {Request} from './feed.js';

/** The requests of the latest run of one test, in the order of their numbers; at least one. */
export interface TestRun {
  readonly mark: string;
  readonly requests: Request[];
}

export interface Suite {
  readonly name: string;
  readonly suites: Map<string, Suite>;
  readonly tests: TestRun[];
}

interface Groups {
  /** In the order of their latest runs. */
  readonly tests: readonly TestRun[];
  /** By the names of the marks that were active at once. */
  readonly unassigned: ReadonlyMap<string, readonly Request[]>;
  readonly outside: readonly Request[];
}

const separator = ' > ';

export const titleOf = ({mark}: TestRun): string => mark.split(separator).at(-1)!;

/** Groups requests by test. Requests of another test in between start a new run. */
export function groupsOf(rows: readonly Request[]): Groups {
  const tests = new Map<string, TestRun>();
  const unassigned = new Map<string, Request[]>();
  const outside: Request[] = [];
  let last: TestRun | undefined;
  for (const row of rows) {
    if (row.mark !== null) {
      if (last?.mark !== row.mark) {
        last = {mark: row.mark, requests: []};
        tests.delete(row.mark);
        tests.set(row.mark, last);
      }
      last.requests.push(row);
    } else if (row.unassigned === null) {
      outside.push(row);
    } else {
      const {count, marks} = row.unassigned;
      const names = marks.join(', ') + (count > marks.length ? ` and ${count - marks.length} more` : '');
      const group = unassigned.get(names) ?? [];
      group.push(row);
      unassigned.set(names, group);
    }
  }
  return {tests: [...tests.values()], unassigned, outside};
}

/** Splits the titles of tests at ` > ` into suites. */
export function treeOf(tests: readonly TestRun[]): Suite {
  const root: Suite = {name: '', suites: new Map(), tests: []};
  for (const test of tests) {
    let place = root;
    for (const name of test.mark.split(separator).slice(0, -1)) {
      const inner = place.suites.get(name) ?? {name, suites: new Map(), tests: []};
      place.suites.set(name, inner);
      place = inner;
    }
    place.tests.push(test);
  }
  return root;
}

export const requestsIn = ({tests, suites}: Suite): readonly Request[] => [
  ...tests.flatMap(({requests}) => requests),
  ...Array.from(suites.values(), requestsIn).flat(),
];
