import type {Catalog} from '../../operations/kinds/catalog.js';
import {groupBy} from '../../store/group-by.js';
import type {Row} from '../../store/order.js';
import type {Difference} from '../../store/records.js';
import {type Leaves, leavesOf, pairByValues, reference, type Span, textOf, writtenIn} from './leaves.js';

/** The time of a run in milliseconds since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** A span of a reference run: a whole run, or the part between two resets. */
export interface ReferenceSpan extends Span {
  readonly window: Window;
  /** Each change in order, including those of records that are changed again or removed later. */
  changes(): Iterable<Difference>;
}

export interface RowEntry {
  readonly row: Row;
  readonly leaves: Leaves;
}

/** A record that the reference run creates, changes or deletes. */
export interface Expected {
  readonly id: number;
  /** Equal for created records with the same content. */
  readonly className: string;
  /** Every state of the record during the run, in order; an existing record starts with its state before the run. */
  readonly versions: readonly RowEntry[];
  /** The final state; undefined for a deleted record. */
  readonly final: RowEntry | undefined;
  /** Paths of values that differ between runs. */
  readonly mask: ReadonlySet<string>;
}

/** The records of a run without faults, for comparing the content of other runs' records. */
export type ReferenceRecords = ReturnType<typeof referenceOf>;

export const noPaths: ReadonlySet<string> = new Set();

/** Pairs the records of two runs without faults, and finds the values that differ between runs. */
export function referenceOf(catalog: Catalog, first: ReferenceSpan, second: ReferenceSpan) {
  const spans = [first, second] as const;
  const written = spans.map(writtenIn);
  const classes = spans.map(() => new Map<Row, string>());
  const leaves = spans.map((span, side) => leavesOf(catalog, span, classes[side]!));
  const holders = holdersOf(catalog, spans);
  const changesByKind = groupBy(first.changes(), ({collection}) => collection);
  const volatile = new Set<string>(); // values that differ between runs: `gifts.external_id`
  const differences: string[] = []; // unexplained ones: `gifts.note: "a" and "b"`
  const created = new Map<string, readonly Expected[]>(); // by kind, in the order of ids
  const changed = new Map<string, ReadonlyMap<number, Expected>>(); // by kind and id

  function isVolatile(values: ReadonlyArray<string | undefined>, rows: readonly Row[]): boolean {
    const known = values.filter(value => value !== undefined);
    const isOnlyIn = (value: string, row: Row) => holders.get(value)?.size === 1 && holders.get(value)!.has(row);
    return (
      known.length === spans.length &&
      !known.some(value => value.startsWith(reference)) &&
      (known.every((value, side) => isOnlyIn(value, rows[side]!)) ||
        known.every((value, side) => isInstant(value, spans[side]!.window)))
    );
  }

  function maskOf(kind: string, [one, other]: readonly [RowEntry, RowEntry]): ReadonlySet<string> {
    const mask = new Set<string>();
    for (const path of new Set([...one.leaves.keys(), ...other.leaves.keys()])) {
      const values = [one.leaves.get(path), other.leaves.get(path)];
      const name = `${kind}.${path.replaceAll(/\[\d+\]/g, '')}`;
      if (values[0] === values[1]) {
        continue;
      }
      if (isVolatile(values, [one.row, other.row])) {
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
    const versions = groupBy(changesByKind.get(kind) ?? [], ({before, after}) => (before ?? after)!.id);
    const ownVersions = (id: number) => versions.get(id)?.map(({after}) => after) ?? [];
    const made = written.map((kinds, side) => (kinds.get(kind)?.made ?? []).map(entry(side)));
    const pairs = pairEntries(made[0]!, made[1]!);
    const partners = new Map(pairs.map(pair => [pair[0].row.id, pair]));
    for (const [side, run] of ['first', 'second'].entries()) {
      const alone = made[side]!.filter(one => !pairs.some(pair => pair[side] === one));
      differences.push(...alone.map(({row}) => `${kind} ${row.id}: only the ${run} run creates it`));
    }
    const names = new Map<string, string>();
    const ids = new Set([...versions.keys(), ...made[0]!.map(({row}) => row.id)]);
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
  const span: Span = first;
  return {catalog, span, created, changed, volatile, differences};
}

/** The rows written by two runs, by value. */
function holdersOf(catalog: Catalog, spans: readonly Span[]): ReadonlyMap<string, ReadonlySet<Row>> {
  const holders = new Map<string, Set<Row>>();
  for (const span of spans) {
    const leaves = leavesOf(catalog, span, new Map());
    for (const [kind, {made, changed}] of writtenIn(span)) {
      for (const row of [...made, ...changed.values()].filter(row => row !== undefined)) {
        for (const value of leaves(kind, row).values()) {
          holders.set(value, (holders.get(value) ?? new Set()).add(row));
        }
      }
    }
  }
  return holders;
}

/** Milliseconds, because clients may round times. */
const tolerance = 1000;

/** True for a JSON value with a time of the run: a timestamp, a day, or seconds or milliseconds since 1970. */
function isInstant(json: string, {from, to}: Window): boolean {
  const value: unknown = JSON.parse(json);
  const isWithin = (moment: number) => moment >= from - tolerance && moment <= to + tolerance;
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    const day = Date.parse(value);
    const hours = 3_600_000;
    return day <= to + 14 * hours && day >= from - 36 * hours; // the client's day, in any time zone
  }
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]\d/.test(value)) {
    return isWithin(Date.parse(value));
  }
  const number = typeof value === 'string' && /^\d{10,13}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && (isWithin(number) || isWithin(number * 1000));
}

/** Pairs equal entries first, then the others by the largest number of equal values. */
function pairEntries(some: readonly RowEntry[], others: readonly RowEntry[]): Array<readonly [RowEntry, RowEntry]> {
  const byText = groupBy(others, ({leaves}) => textOf(leaves, noPaths));
  const equal = some.flatMap(one => {
    const other = byText.get(textOf(one.leaves, noPaths))?.shift();
    return other === undefined ? [] : [[one, other] as const];
  });
  const rest = some.filter(one => !equal.some(([paired]) => paired === one));
  return [...equal, ...pairByValues(rest, Array.from(byText.values()).flat())];
}
