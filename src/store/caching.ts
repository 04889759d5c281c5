/** Memoizes a value for each object and frees it with the object. */
export function memoizeWeakly<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return of => {
    let value = known.get(of);
    if (value === undefined) {
      value = make(of);
      known.set(of, value);
    }
    return value;
  };
}

/** A map that drops the oldest entry when it exceeds its maximum; a maximum of 0 keeps none. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(readonly maxSize: number) {
    super();
  }

  override set(key: K, value: V): this {
    if (this.maxSize === 0) {
      return this;
    }
    if (this.size >= this.maxSize && !this.has(key)) {
      this.delete(this.keys().next().value as K);
    }
    return super.set(key, value);
  }

  getOrAdd(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) {
      return known;
    }
    const value = make();
    this.set(key, value);
    return value;
  }
}
