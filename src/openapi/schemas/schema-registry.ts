import type * as z from 'zod';
import {componentName, objectIn} from '../../schema/components.js';

/** Object schemas with their names as components, including nested ones. */
export class SchemaRegistry {
  readonly #names = new Map<z.ZodObject, string>();
  readonly #ofKinds: ReadonlyMap<z.ZodObject | undefined, string>;

  /** @param ofKinds the names of the kinds' schemas when nested in others */
  constructor(ofKinds: ReadonlyMap<z.ZodObject | undefined, string>) {
    this.#ofKinds = ofKinds;
  }

  get all(): ReadonlyMap<z.ZodObject, string> {
    return this.#names;
  }

  isTaken(name: string): boolean {
    return [...this.#names.values()].includes(name);
  }

  /**
   * Names a schema and the objects inside it. A schema keeps its first name.
   * @throws if the name belongs to another schema, or a nested object has no name
   */
  add(schema: z.ZodObject, name: string): void {
    if (this.#names.has(schema)) {
      return;
    }
    if (this.isTaken(name)) {
      throw new Error(`two schemas are named ${name}`);
    }
    this.#names.set(schema, name);
    for (const [field, value] of Object.entries(schema.shape)) {
      const inner = objectIn(value as z.ZodType);
      if (inner !== undefined && !this.#names.has(inner)) {
        this.add(inner, this.#nameOf(inner, `${name}.${field}`));
      }
    }
  }

  #nameOf(inner: z.ZodObject, place: string): string {
    const name = componentName(inner) ?? this.#ofKinds.get(inner);
    if (name === undefined) {
      throw new Error(`the object at ${place} needs a name`);
    }
    return name;
  }
}
