/** One immutable value for each collection of a schema, by name, in the schema's order. */
export class CollectionMap<V> implements Iterable<readonly [name: string, value: V]> {
  readonly #places: ReadonlyMap<string, number>;
  readonly #values: readonly V[];

  private constructor(places: ReadonlyMap<string, number>, values: readonly V[]) {
    this.#places = places;
    this.#values = values;
  }

  static from<V>(entries: ReadonlyArray<readonly [name: string, value: V]>): CollectionMap<V> {
    return new CollectionMap(
      new Map(entries.map(([name], place) => [name, place])),
      entries.map(([, value]) => value),
    );
  }

  has(name: string): boolean {
    return this.#places.has(name);
  }

  /** Throws if there is no collection of that name, as does `with`. */
  get(name: string): V {
    return this.#values[this.#placeOf(name)]!;
  }

  keys(): IterableIterator<string> {
    return this.#places.keys();
  }

  *[Symbol.iterator](): IterableIterator<[name: string, value: V]> {
    for (const [name, place] of this.#places) {
      yield [name, this.#values[place]!];
    }
  }

  /** Returns a copy with some values replaced. */
  with(entries: Iterable<readonly [name: string, value: V]>): CollectionMap<V> {
    const values = [...this.#values];
    for (const [name, value] of entries) {
      values[this.#placeOf(name)] = value;
    }
    return new CollectionMap(this.#places, values);
  }

  map<W>(change: (value: V, name: string) => W): CollectionMap<W> {
    const names = this.#places.keys();
    return new CollectionMap(
      this.#places,
      this.#values.map(value => change(value, names.next().value!)),
    );
  }

  /** Like `map`, but takes over the result for each value that the source of another result shares. */
  mapChanged<W>(change: (value: V) => W, source: CollectionMap<V>, result: CollectionMap<W>): CollectionMap<W> {
    const values = this.#values.map((value, place) =>
      value === source.#values[place] ? result.#values[place]! : change(value),
    );
    return new CollectionMap(this.#places, values);
  }

  #placeOf(name: string): number {
    const place = this.#places.get(name);
    if (place === undefined) {
      throw new Error(`there is no collection ${name}`);
    }
    return place;
  }
}
