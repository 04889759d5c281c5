import type * as z from 'zod';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {pascal} from '../../operations/names.js';
import type {Operation} from '../../operations/operation.js';
import {errorSchema, type Reply, replySchema} from '../../schema/replies.js';
import {SchemaRegistry} from './schema-registry.js';

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
