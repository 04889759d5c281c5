type Scalar = string | number | boolean;

/** How many records of one kind are remembered, and how many values of one field. */
const enough = {records: 60, values: 400, arrays: 20};

/** What the lists of the server hold before anything is changed. */
export class KnownRecords {
  readonly #ids = new Map<string, number[]>();
  readonly #values = new Map<string, Set<Scalar>>();
  readonly #arrays = new Map<string, unknown[]>();

  /** Ids of one kind; none where no list has it. */
  ids(kind: string): readonly number[] {
    return this.#ids.get(kind) ?? [];
  }

  get kinds(): string[] {
    return [...this.#ids.keys()];
  }

  get allIds(): number[] {
    return [...this.#ids.values()].flat();
  }

  /** What a field holds in the records of one kind, or in any where none is named. */
  values(field: string, kind = ''): Scalar[] {
    return [...(this.#values.get(`${kind}.${field}`) ?? [])];
  }

  /** What arrays of a name hold in any record. */
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

  /** Of what a record nests too: a constituent shows the names of its groups. */
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
