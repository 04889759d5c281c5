import type {Catalog} from '../../operations/kinds/catalog.js';
import {pascal, singular} from '../../operations/names.js';
import type {Row} from '../../store/order.js';
import {differences, type Records} from '../../store/records.js';

/** The states of an account before and after a run, or a part of one. */
export interface Span {
  readonly start: Records;
  readonly end: Records;
}

/** The prefix of a reference; no JSON begins with it. */
export const reference = '→';

/** A row's values as JSON, and its references, by path: `custom_fields[0].keyword_ids[1]`. */
export type Leaves = ReadonlyMap<string, string>;

/** Fields that the service sets. */
const ofTheService = ['id', 'created_at', 'updated_at'];

/**
 * Returns a function that lists a row's values without ids and timestamps. References to records of the run use the
 * record's class, because ids depend on the order of writes.
 * @param classes of the run's records, by row
 */
export function leavesOf({kinds, byName}: Catalog, {start, end}: Span, classes: ReadonlyMap<Row, string>) {
  return function leaves(kind: string, row: Row): Leaves {
    const found = new Map<string, string>();
    const {parents = {}, references = [], internal = []} = byName.get(kind)!;
    const left: readonly string[] = [...ofTheService, ...internal];

    function add(path: string, field: string, value: unknown): void {
      if (Array.isArray(value)) {
        for (const [index, item] of value.entries()) {
          add(`${path}[${index}]`, field, item);
        }
      } else if (typeof value === 'object' && value !== null) {
        for (const [name, part] of Object.entries(value).filter(([name]) => !ofTheService.includes(name))) {
          add(`${path}.${name}`, name, part);
        }
      } else {
        const isReference = typeof value === 'number' && /_ids?$/.test(field);
        found.set(path, isReference ? referenceOf(field, value) : JSON.stringify(value));
      }
    }

    /** Returns the class of a record that the run created, or the id of an existing one. */
    function referenceOf(field: string, id: number): string {
      const declared = (parents as Record<string, string>)[field] ?? references.find(({id}) => id === field)?.to;
      const target = declared ?? kindNamedBy(field, kinds);
      if (target === undefined || start.collections.get(target).get(id) !== undefined) {
        return `${reference}${id}`;
      }
      const row = end.collections.get(target).get(id);
      return `${reference}${row === undefined ? id : (classes.get(row) ?? `a record of ${target}`)}`;
    }

    for (const [name, value] of Object.entries(row)) {
      if (!left.includes(name)) {
        add(name, name, value);
      }
    }
    return found;
  };
}

/** `gifts` for `parent_gift_id`. */
export function kindNamedBy(field: string, kinds: Catalog['kinds']): string | undefined {
  const name = pascal(field.replace(/_ids?$/, ''));
  const fitting = kinds.map(kind => kind.name).filter(kind => name.endsWith(pascal(singular(kind))));
  return fitting.sort((one, other) => other.length - one.length)[0];
}

/** The records that a run created, changed and deleted, by kind. */
export interface Written {
  /** In the order of ids. */
  readonly made: readonly Row[];
  /** Existing records by id; undefined for a deleted one. */
  readonly changed: ReadonlyMap<number, Row | undefined>;
}

export function writtenIn({start, end}: Span): ReadonlyMap<string, Written> {
  const kinds = new Map<string, {made: Row[]; changed: Map<number, Row | undefined>}>();
  for (const {collection, before, after} of differences(start, end)) {
    const kind = kinds.get(collection) ?? {made: [] as Row[], changed: new Map<number, Row | undefined>()};
    kinds.set(collection, kind);
    if (before !== undefined) {
      kind.changed.set(before.id, after);
    } else {
      kind.made.push(after!);
    }
  }
  return kinds;
}

/** @param mask paths to ignore */
export const textOf = (leaves: Leaves, mask: ReadonlySet<string>): string =>
  JSON.stringify(Array.from(leaves).filter(([path]) => !mask.has(path)));

/** The number of values that two rows share. */
function equalLeaves(one: Leaves, other: Leaves): number {
  let equal = 0;
  for (const [path, value] of one) {
    equal += other.get(path) === value ? 1 : 0;
  }
  return equal;
}

/** Limits the comparisons. */
const maxCompared = 300;

/**
 * Pairs rows by the largest number of equal values, the best pair first. Rows that share fewer than half of their
 * values remain unpaired.
 */
export function pairByValues<A extends {readonly leaves: Leaves}, B extends {readonly leaves: Leaves}>(
  some: readonly A[],
  others: readonly B[],
): Array<readonly [A, B]> {
  const scores = some.slice(0, maxCompared).flatMap(one =>
    others
      .slice(0, maxCompared)
      .map(other => ({one, other, equal: equalLeaves(one.leaves, other.leaves)}))
      .filter(({equal}) => 2 * equal >= one.leaves.size),
  );
  const taken = new Set<unknown>();
  return scores
    .sort((a, b) => b.equal - a.equal)
    .flatMap(({one, other}) => {
      if (taken.has(one) || taken.has(other)) {
        return [];
      }
      taken.add(one).add(other);
      return [[one, other] as const];
    });
}
