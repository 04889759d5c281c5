import type {Catalog} from '../operations/kinds/catalog.js';
import type {Row} from '../store/order.js';
import {differences, type Records} from '../store/records.js';
import {naturalTextOf} from './natural-text.js';

/** A record that differs from the run without faults. */
export interface WrongRecord {
  /** The record kind: `gifts`. */
  readonly kind: string;
  /** Undefined if the record should not exist. */
  readonly expected?: Row;
  readonly found?: Row;
}

/** The differences between a run's final state and that of a run without faults. */
export interface StateComparison {
  /** Records that exist more often than without faults. */
  readonly duplicated: readonly WrongRecord[];
  /** Records that are missing, or whose change or deletion is missing. */
  readonly lost: readonly WrongRecord[];
  /** Records with wrong values, and records wrongly changed or deleted. */
  readonly corrupt: readonly WrongRecord[];
}

/** The records that a run created, changed and deleted, by kind. */
interface Run {
  /** By natural text. */
  readonly made: Map<string, Row[]>;
  /** Changed existing records by id; undefined for a deleted record. */
  readonly changed: Map<number, Row | undefined>;
}

/**
 * Compares two runs that began with the same records, by content: ids, timestamps and the order of writes do not count.
 * The cost depends on the number of writes, not on the number of records.
 */
export function compareStates(catalog: Catalog, start: Records, expected: Records, found: Records): StateComparison {
  const [one, other] = [runsBy(catalog, start, expected), runsBy(catalog, start, found)];
  const result = {duplicated: [] as WrongRecord[], lost: [] as WrongRecord[], corrupt: [] as WrongRecord[]};
  for (const kind of new Set([...one.runs.keys(), ...other.runs.keys()])) {
    const [right, had] = [one.runs.get(kind) ?? nothing, other.runs.get(kind) ?? nothing];
    compareMade(kind, right, had, result);
    for (const id of new Set([...right.changed.keys(), ...had.changed.keys()])) {
      const before = start.collections.get(kind)!.get(id)!;
      const wanted = right.changed.has(id) ? right.changed.get(id) : before;
      const is = had.changed.has(id) ? had.changed.get(id) : before;
      const text = is && other.textOf(kind, is);
      if ((wanted && one.textOf(kind, wanted)) !== text) {
        const wrong = {kind, ...(wanted && {expected: wanted}), ...(is && {found: is})};
        (text === other.textOf(kind, before) ? result.lost : result.corrupt).push(wrong);
      }
    }
  }
  return result;
}

const nothing: Run = {made: new Map(), changed: new Map()};

function runsBy(catalog: Catalog, start: Records, end: Records) {
  const textOf = naturalTextOf(catalog, start, end);
  const runs = new Map<string, Run>();
  for (const {collection, before, after} of differences(start, end)) {
    const run = runs.get(collection) ?? {made: new Map<string, Row[]>(), changed: new Map<number, Row | undefined>()};
    runs.set(collection, run);
    if (before !== undefined) {
      run.changed.set(before.id, after);
    } else if (after !== undefined) {
      const text = textOf(collection, after);
      run.made.set(text, [...(run.made.get(text) ?? []), after]);
    }
  }
  return {textOf, runs};
}

/** Pairs unexpected records with missing ones, and reports each pair as one record with wrong values. */
function compareMade(
  kind: string,
  right: Run,
  had: Run,
  {duplicated, lost, corrupt}: Record<keyof StateComparison, WrongRecord[]>,
): void {
  const extra: Row[] = [];
  const missing: Row[] = [];
  for (const text of new Set([...right.made.keys(), ...had.made.keys()])) {
    const [wanted, are] = [right.made.get(text) ?? [], had.made.get(text) ?? []];
    if (wanted.length > 0) {
      duplicated.push(...are.slice(wanted.length).map(found => ({kind, found, expected: wanted[0]!})));
    } else {
      extra.push(...are);
    }
    missing.push(...wanted.slice(are.length));
  }
  for (const expected of missing) {
    const found = extra.shift();
    (found === undefined ? lost : corrupt).push({kind, expected, ...(found && {found})});
  }
  duplicated.push(...extra.map(found => ({kind, found})));
}
