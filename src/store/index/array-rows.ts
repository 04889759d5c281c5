import type {Key} from '../keys.js';
import type {Row} from '../order.js';
import type {Rows} from '../rows.js';

/** Rows that are few enough for an array, which is never changed. */
export class ArrayRows<R extends Row> implements Rows<R> {
  readonly #rows: readonly R[];

  constructor(rows: readonly R[]) {
    this.#rows = rows;
  }

  get total(): number {
    return this.#rows.length;
  }

  slice(offset: number, limit: number): readonly R[] {
    return this.#rows.slice(offset, offset + limit);
  }

  toArray(): readonly R[] {
    return this.#rows;
  }

  first(): R | undefined {
    return this.#rows[0];
  }

  forEach(
    from: number,
    to: number,
    visit: (row: R, id: number) => void,
    accepts: (key: Key) => boolean = () => true,
  ): void {
    for (const row of this.#rows.slice(from, to)) {
      if (accepts(row.id)) {
        visit(row, row.id);
      }
    }
  }
}
