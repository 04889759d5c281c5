import type {Row} from '../../store/order.js';
import {type Leaves, reference, type Span, writtenIn} from './leaves.js';

/** The time of a run, in milliseconds since 1970. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds. A client may round its time. */
const tolerance = 1000;

/** True for a JSON value that gives a moment of the run: a time, a day, or a number of seconds or milliseconds. */
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

interface Side {
  readonly span: Span & {readonly window: Window};
  readonly leaves: (kind: string, row: Row) => Leaves;
}

/** Decides which values of two reference runs differ on every run. */
export class Volatility {
  /** The rows of each run by value. */
  readonly #rows: ReadonlyArray<ReadonlyMap<string, ReadonlySet<Row>>>;

  constructor(private readonly sides: readonly Side[]) {
    this.#rows = sides.map(({span, leaves}) => {
      const rows = new Map<string, Set<Row>>();
      for (const [kind, {made, changed}] of writtenIn(span)) {
        for (const row of [...made, ...changed.values()].filter(row => row !== undefined)) {
          for (const value of leaves(kind, row).values()) {
            rows.set(value, (rows.get(value) ?? new Set()).add(row));
          }
        }
      }
      return rows;
    });
  }

  /** @param values of the same field in both runs. @param rows the records that hold them */
  isVolatile(values: ReadonlyArray<string | undefined>, rows: readonly Row[]): boolean {
    return (
      values.every(value => value !== undefined && !value.startsWith(reference)) &&
      (values.every((value, side) => this.#isOnlyIn(value!, side, rows[side]!)) ||
        values.every((value, side) => isInstant(value!, this.sides[side]!.span.window)))
    );
  }

  #isOnlyIn(value: string, side: number, row: Row): boolean {
    const holders = this.#rows.map(rows => Array.from(rows.get(value) ?? []));
    return holders.flat().length === 1 && holders[side]![0] === row;
  }
}
