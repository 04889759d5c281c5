import type * as z from 'zod';
import {componentName, objectIn} from '../../schema/components.js';

/** Schemas of objects, each with the name that it has as a component; those inside of others too. */
export class SchemaRegistry {
  readonly #names = new Map<z.ZodObject, string>();
  readonly #ofKinds: ReadonlyMap<z.ZodObject | undefined, string>;

  /** @param ofKinds what the schemas of kinds are called where they stand inside of others */
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
   * @throws where the name is another schema's, or an object inside has none
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
