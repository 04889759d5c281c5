import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Row} from '../../store/order.js';
import type {Difference} from '../../store/records.js';
import {type Leaves, leavesOf, pairByValues, type Span, textOf, writtenIn} from './leaves.js';
import {Volatility, type Window} from './volatility.js';

/** A span of a reference run: a whole run, or the part of it between two resets. */
export interface ReferenceSpan extends Span {
  readonly window: Window;
  /** Each change in order, with those of records that are changed again or removed later. */
  changes(): Iterable<Difference>;
}

export interface RowEntry {
  readonly row: Row;
  readonly leaves: Leaves;
}

/** A record that the reference run creates, changes or deletes. */
export interface Expected {
  readonly id: number;
  /** The same for created records with the same content. */
  readonly className: string;
  /** Every state of the record during the run, in order; an existing record begins with its state before the run. */
  readonly versions: readonly RowEntry[];
  /** The final state; undefined for a deleted record. */
  readonly final: RowEntry | undefined;
  /** Paths of values that differ on every run. */
  readonly mask: ReadonlySet<string>;
}

/** The records of a run without faults, with which the records of other runs are compared by their content. */
export interface ReferenceRecords {
  readonly catalog: Catalog;
  readonly span: Span;
  /** By kind, in the order of ids. */
  readonly created: ReadonlyMap<string, readonly Expected[]>;
  /** By kind and id. */
  readonly changed: ReadonlyMap<string, ReadonlyMap<number, Expected>>;
  /** Values that differ on every run: `gifts.external_id`. */
  readonly volatile: ReadonlySet<string>;
  /** Differences between the two runs that nothing explains: `gifts.note: "a" and "b"`. */
  readonly differences: readonly string[];
}

export const noPaths: ReadonlySet<string> = new Set();

/** Pairs the records of two runs without faults, and finds the values that differ on every run. */
export function referenceOf(catalog: Catalog, first: ReferenceSpan, second: ReferenceSpan): ReferenceRecords {
  const spans = [first, second] as const;
  const written = spans.map(writtenIn);
  const classes = spans.map(() => new Map<Row, string>());
  const leaves = spans.map((span, side) => leavesOf(catalog, span, classes[side]!));
  const volatility = new Volatility(spans.map(span => ({span, leaves: leavesOf(catalog, span, new Map())})));
  const versions = versionsIn(first);
  const volatile = new Set<string>();
  const differences: string[] = [];
  const created = new Map<string, readonly Expected[]>();
  const changed = new Map<string, ReadonlyMap<number, Expected>>();

  function maskOf(kind: string, [one, other]: readonly [RowEntry, RowEntry]): ReadonlySet<string> {
    const mask = new Set<string>();
    for (const path of new Set([...one.leaves.keys(), ...other.leaves.keys()])) {
      const values = [one.leaves.get(path), other.leaves.get(path)];
      const name = `${kind}.${path.replaceAll(/\[\d+\]/g, '')}`;
      if (values[0] === values[1]) {
        continue;
      }
      if (volatility.isVolatile(values, [one.row, other.row])) {
        mask.add(path);
        volatile.add(name);
      } else {
        differences.push(`${name}: ${values.map(value => value ?? 'nothing').join(' and ')}`);
      }
    }
    return mask;
  }

  for (const {name: kind} of catalog.kinds) {
    const before = first.start.collections.get(kind);
    const entry = (side: number) => (row: Row) => ({row, leaves: leaves[side]!(kind, row)});
    const ownVersions = (id: number) => versions.get(kind)?.get(id) ?? [];
    const made = written.map((kinds, side) => (kinds.get(kind)?.made ?? []).map(entry(side)));
    const pairs = pairEntries(made[0]!, made[1]!);
    const partners = new Map(pairs.map(pair => [pair[0].row.id, pair]));
    for (const [side, run] of ['first', 'second'].entries()) {
      const alone = made[side]!.filter(one => !pairs.some(pair => pair[side] === one));
      differences.push(...alone.map(({row}) => `${kind} ${row.id}: only the ${run} run creates it`));
    }
    const names = new Map<string, string>();
    const ids = new Set([...(versions.get(kind)?.keys() ?? []), ...made[0]!.map(({row}) => row.id)]);
    const expected = [...ids].flatMap((id): Expected[] => {
      const pair = partners.get(id);
      const rows = new Set([...ownVersions(id), pair?.[0].row].filter(row => row !== undefined));
      if (before.get(id) !== undefined || rows.size === 0) {
        return [];
      }
      const mask = pair === undefined ? noPaths : maskOf(kind, pair);
      const all = [...rows].map(entry(0));
      const text = textOf(all.at(-1)!.leaves, mask);
      const className = names.get(text) ?? `${kind} #${id}`;
      names.set(text, className);
      for (const row of rows) {
        classes[0]!.set(row, className);
      }
      if (pair !== undefined) {
        classes[1]!.set(pair[1].row, className);
      }
      return [{id, className, versions: all, final: pair && all.at(-1), mask}];
    });
    created.set(kind, expected);
    const changes = written.map(kinds => kinds.get(kind)?.changed ?? new Map<number, Row | undefined>());
    const existing = Array.from(new Set([...changes[0]!.keys(), ...changes[1]!.keys(), ...ids]), (id): Expected[] => {
      const old = before.get(id);
      const finals = changes.map((rows, side) => {
        const row = rows.has(id) ? rows.get(id) : old;
        return row && entry(side)(row);
      });
      if (old === undefined) {
        return [];
      }
      if ((finals[0] === undefined) !== (finals[1] === undefined)) {
        differences.push(`${kind} ${id}: only the ${finals[0] ? 'second' : 'first'} run deletes it`);
      }
      const mask = finals[0] && finals[1] ? maskOf(kind, [finals[0], finals[1]]) : noPaths;
      const rows = [old, ...ownVersions(id)].filter(row => row !== undefined);
      return [{id, className: `${id}`, versions: rows.map(entry(0)), final: finals[0], mask}];
    });
    changed.set(kind, new Map(existing.flat().map(one => [one.id, one])));
  }
  return {catalog, span: first, created, changed, volatile, differences};
}

type Versions = ReadonlyMap<string, ReadonlyMap<number, ReadonlyArray<Row | undefined>>>;

function versionsIn(span: ReferenceSpan): Versions {
  const versions = new Map<string, Map<number, Array<Row | undefined>>>();
  for (const {collection, before, after} of span.changes()) {
    const {id} = (before ?? after)!;
    const ids = versions.get(collection) ?? new Map<number, Array<Row | undefined>>();
    versions.set(collection, ids.set(id, [...(ids.get(id) ?? []), after]));
  }
  return versions;
}

/** Pairs equal entries, and the others by the largest number of equal values. */
function pairEntries(some: readonly RowEntry[], others: readonly RowEntry[]): Array<readonly [RowEntry, RowEntry]> {
  const byText = new Map<string, RowEntry[]>();
  for (const other of others) {
    const text = textOf(other.leaves, noPaths);
    byText.set(text, [...(byText.get(text) ?? []), other]);
  }
  const equal = some.flatMap(one => {
    const other = byText.get(textOf(one.leaves, noPaths))?.shift();
    return other === undefined ? [] : [[one, other] as const];
  });
  const rest = some.filter(one => !equal.some(([paired]) => paired === one));
  return [...equal, ...pairByValues(rest, Array.from(byText.values()).flat())];
}
