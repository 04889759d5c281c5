import type * as z from 'zod';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {pascal} from '../../operations/names.js';
import type {Operation} from '../../operations/operation.js';
import {errorSchema, type Reply, replySchema} from '../../schema/replies.js';
import {SchemaRegistry} from './schema-registry.js';

/** The schemas of replies and of bodies, which are written differently, and the one of each operation's reply. */
export interface OperationSchemas {
  readonly outputs: ReadonlyMap<z.ZodObject, string>;
  readonly inputs: ReadonlyMap<z.ZodObject, string>;
  readonly replies: ReadonlyMap<Operation, z.ZodObject>;
}

/** Names every schema that the operations use. */
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

/** What `show` answers has the plain name of its kind; what lists and searches show of it, where that differs, a longer one. */
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

/** `GiftCreate`; where another operation takes a different one, `AppealRequestCreateForConstituent`. */
function bodyName({id}: Operation, inputs: SchemaRegistry): string {
  const {verb, kind, parent} = subjectOf(id);
  const name = `${kind}${verb === 'attach' ? 'Add' : pascal(verb)}`;
  return inputs.isTaken(name) ? `${name}For${parent}` : name;
}

/** `createAppealRequestOfConstituent` in its parts. */
function subjectOf(id: string) {
  const [, verb = '', kind = '', parent = ''] = /^([a-z]+)(\w+?)(?:Of([A-Z]\w+))?$/.exec(id) ?? [];
  return {verb, kind, parent};
}
