/** Memoizes a value for each object and frees it with the object. */
export function memoizeWeakly<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const known = new WeakMap<K, V>();
  return of => {
    let made = known.get(of);
    if (made === undefined) {
      made = make(of);
      known.set(of, made);
    }
    return made;
  };
}

/** A map that drops the oldest entry when it exceeds its maximum; a maximum of 0 keeps none. */
export class BoundedMap<K, V> extends Map<K, V> {
  constructor(readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    if (this.most === 0) {
      return this;
    }
    if (this.size >= this.most && !this.has(key)) {
      this.delete(this.keys().next().value as K);
    }
    return super.set(key, value);
  }

  getOrMake(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) {
      return known;
    }
    const value = make();
    this.set(key, value);
    return value;
  }
}
