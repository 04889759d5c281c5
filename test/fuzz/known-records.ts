type Scalar = string | number | boolean;

/** Limits on the records of a kind, the values of a field and the arrays of a name. */
const enough = {records: 60, values: 400, arrays: 20};

/** The records in the lists of the server before any change. */
export class KnownRecords {
  readonly #ids = new Map<string, number[]>();
  readonly #values = new Map<string, Set<Scalar>>();
  readonly #arrays = new Map<string, unknown[]>();

  /** Returns the ids of a kind; none if no list has the kind. */
  ids(kind: string): readonly number[] {
    return this.#ids.get(kind) ?? [];
  }

  get kinds(): string[] {
    return [...this.#ids.keys()];
  }

  get allIds(): number[] {
    return [...this.#ids.values()].flat();
  }

  /** Returns the values of a field in records of a kind, or of any kind by default. */
  values(field: string, kind = ''): Scalar[] {
    return [...(this.#values.get(`${kind}.${field}`) ?? [])];
  }

  /** Returns the arrays with a name in any record. */
  arrays(field: string): readonly unknown[] {
    return this.#arrays.get(field) ?? [];
  }

  note(kind: string, items: readonly object[]): void {
    for (const item of items) {
      const {id} = item as {id?: unknown};
      const ids = this.#ids.get(kind) ?? [];
      if (typeof id === 'number' && ids.length < enough.records) {
        this.#ids.set(kind, ids.includes(id) ? ids : [...ids, id]);
      }
      this.#noteFields(kind, item);
    }
  }

  /** Also records nested values, such as the group names of a constituent. */
  #noteFields(kind: string, item: object): void {
    for (const [field, value] of Object.entries(item)) {
      if (Array.isArray(value)) {
        const arrays = this.#arrays.get(field) ?? [];
        this.#arrays.set(field, value.length > 0 && arrays.length < enough.arrays ? [...arrays, value] : arrays);
        for (const inner of value.filter(inner => typeof inner === 'object' && inner !== null)) {
          this.#noteFields(field, inner);
        }
      } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        for (const name of [`.${field}`, `${kind}.${field}`]) {
          const values = this.#values.get(name) ?? new Set();
          this.#values.set(name, values.size < enough.values ? values.add(value) : values);
        }
      }
    }
  }
}
