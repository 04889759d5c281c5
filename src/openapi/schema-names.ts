import type * as z from 'zod';
import type {Catalog} from '../operations/kinds/catalog.js';
import {pascal} from '../operations/names.js';
import type {Operation} from '../operations/operation.js';
import {componentName, objectIn} from '../schema/components.js';
import {errorSchema, type Reply, replySchema} from '../schema/replies.js';

/** Object schemas with their names as components, including nested ones. */
class SchemaRegistry {
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
   * Names a schema and its nested objects. A schema keeps its first name.
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

/** The schemas of responses and bodies, and the schema of each operation's response. */
export interface OperationSchemas {
  readonly outputs: ReadonlyMap<z.ZodObject, string>;
  readonly inputs: ReadonlyMap<z.ZodObject, string>;
  readonly replies: ReadonlyMap<Operation, z.ZodObject>;
}

export function nameSchemas({kinds, operations}: Catalog): OperationSchemas {
  const outputs = new SchemaRegistry(new Map(kinds.map(({output, itemType = ''}) => [output, pascal(itemType)])));
  const inputs = new SchemaRegistry(new Map(kinds.map(({body, itemType = ''}) => [body, `${pascal(itemType)}Create`])));
  nameRecords(operations, outputs);
  const byName = new Map<string, z.ZodObject>();
  const replies = new Map<Operation, z.ZodObject>();
  for (const operation of operations) {
    const name = replyName(operation.reply, outputs);
    const schema = byName.get(name) ?? replySchema(operation.reply);
    byName.set(name, schema);
    replies.set(operation, schema);
    outputs.add(schema, name);
    if (operation.body !== undefined) {
      inputs.add(operation.body, bodyName(operation, inputs));
    }
  }
  outputs.add(errorSchema, 'Error');
  return {outputs: outputs.all, inputs: inputs.all, replies};
}

/** The response of `show` has the plain name of its kind; a different form in lists and searches has a longer name. */
function nameRecords(operations: readonly Operation[], outputs: SchemaRegistry): void {
  for (const {id, reply} of operations) {
    if (reply.kind === 'object') {
      outputs.add(reply.schema, subjectOf(id).kind);
    }
  }
  for (const {id, reply} of operations) {
    if (reply.kind === 'page' && !outputs.all.has(reply.schema)) {
      const kind = typeof reply.itemType === 'string' ? pascal(reply.itemType) : 'TypeValue';
      const longer = `${kind}${id.startsWith('search') ? 'SearchItem' : 'ListItem'}`;
      outputs.add(reply.schema, outputs.isTaken(kind) ? longer : kind);
    }
  }
}

function replyName(reply: Reply, outputs: SchemaRegistry): string {
  return reply.kind === 'result'
    ? 'Result'
    : `${outputs.all.get(reply.schema)!}${reply.kind === 'page' ? 'Page' : 'Reply'}`;
}

/** `GiftCreate`; `AppealRequestCreateForConstituent` if another operation has a different body. */
function bodyName({id}: Operation, inputs: SchemaRegistry): string {
  const {verb, kind, parent} = subjectOf(id);
  const name = `${kind}${verb === 'attach' ? 'Add' : pascal(verb)}`;
  return inputs.isTaken(name) ? `${name}For${parent}` : name;
}

/** Splits `createAppealRequestOfConstituent` into its parts. */
function subjectOf(id: string) {
  const [, verb = '', kind = '', parent = ''] = /^([a-z]+)(\w+?)(?:Of([A-Z]\w+))?$/.exec(id) ?? [];
  return {verb, kind, parent};
}
