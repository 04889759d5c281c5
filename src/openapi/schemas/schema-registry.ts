import * as z from 'zod';

/** Schemas of objects, each with the name that it has as a component; those inside of others too. */
export class SchemaRegistry {
  readonly #names = new Map<z.ZodObject, string>();
  readonly #nested: Readonly<Record<string, string>>;

  /** @param nested names of objects inside of others, by the name of the outer one and the field: `Category.keywords` */
  constructor(nested: Readonly<Record<string, string>>) {
    this.#nested = nested;
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
        this.add(inner, this.#nameOf(`${name}.${field}`));
      }
    }
  }

  #nameOf(place: string): string {
    const name = this.#nested[place];
    if (name === undefined) {
      throw new Error(`the object at ${place} needs a name`);
    }
    return name;
  }
}

/** The object that a field holds, or an array of: behind `null`, and behind what may be left out. */
function objectIn(schema: z.ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) {
    return schema;
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return objectIn(schema.unwrap() as z.ZodType);
  }
  return schema instanceof z.ZodArray ? objectIn(schema.element as z.ZodType) : undefined;
}
