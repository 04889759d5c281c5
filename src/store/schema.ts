import type {AnySpec} from './collection.js';

/** A field of `spec` that refers to a parent. */
export interface ChildField {
  readonly spec: AnySpec;
  readonly field: string;
}

/** The kinds of record, and the relations between them. */
export class Schema {
  readonly #children = new Map<string, ChildField[]>();
  readonly #followers = new Map<string, AnySpec[]>();
  readonly #byName: ReadonlyMap<string, AnySpec>;
  readonly #families = new Map<string, readonly AnySpec[]>();

  constructor(readonly specs: readonly AnySpec[]) {
    const names = new Map(specs.map(spec => [spec.name, spec]));
    this.#byName = names;
    for (const spec of specs) {
      for (const [field, parent] of Object.entries(spec.parents ?? {})) {
        if (!names.has(parent as string)) {
          throw new Error(`${spec.name}.${field} names the parent ${parent}, which is not a collection`);
        }
        if (spec.indexes?.[field] === undefined) {
          throw new Error(`${spec.name}.${field} names a parent, so it needs an index`);
        }
        const children = this.#children.get(parent as string) ?? [];
        children.push({spec, field});
        this.#children.set(parent as string, children);
      }
      for (const followed of Object.keys(spec.denormalized?.affectedBy ?? {})) {
        if (!names.has(followed)) {
          throw new Error(`${spec.name} is denormalized from ${followed}, which is not a collection`);
        }
        this.#followers.set(followed, [...(this.#followers.get(followed) ?? []), spec]);
      }
    }
  }

  /** A collection, and those needed to write or render its rows. */
  readBy(name: string): readonly AnySpec[] {
    const spec = this.#byName.get(name);
    return spec === undefined ? [] : [spec, ...(spec.reads ?? []).map(read => this.#byName.get(read)!)];
  }

  /** Does the same, including the collections whose rows are deleted with its rows. */
  familyOf(name: string): readonly AnySpec[] {
    let family = this.#families.get(name);
    if (family === undefined) {
      const names = new Set([name]);
      for (const parent of names) {
        for (const {spec} of this.childrenOf(parent)) {
          names.add(spec.name); // extends the running loop
        }
      }
      family = [...new Set(Array.from(names, each => this.readBy(each)).flat())];
      this.#families.set(name, family);
    }
    return family;
  }

  /** The fields that refer to a collection: their rows are removed with its rows. */
  childrenOf(name: string): readonly ChildField[] {
    return this.#children.get(name) ?? [];
  }

  /** The collections with fields computed from a collection. */
  followersOf(name: string): readonly AnySpec[] {
    return this.#followers.get(name) ?? [];
  }
}
