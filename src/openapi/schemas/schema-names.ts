import type * as z from 'zod';
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
export function nameSchemas(operations: readonly Operation[]): OperationSchemas {
  const outputs = new SchemaRegistry(nestedInReplies);
  const inputs = new SchemaRegistry(nestedInBodies);
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

const pascal = (name: string) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const nestedInReplies: Readonly<Record<string, string>> = {
  'AppealRequest.custom_fields': 'CustomField',
  'CustomField.values': 'CustomFieldValue',
  'AppealRequest.custom_attrs': 'CustomAttr',
  'Category.keywords': 'Keyword',
  'Constituent.class_affiliations': 'ClassAffiliation',
  'Constituent.relationships': 'Relationship',
  'Constituent.street_addresses': 'StreetAddressItem',
  'Constituent.phone_numbers': 'PhoneNumberItem',
  'Constituent.email_addresses': 'EmailAddressItem',
  'Constituent.web_addresses': 'WebAddressItem',
  'Constituent.groups': 'GroupMembership',
  'Constituent.memberships': 'Membership',
  'Gift.custom_fields': 'GiftCustomField',
  'Type.values': 'TypeValue',
};

/** The names of the contract: "Request bodies". */
const nestedInBodies: Readonly<Record<string, string>> = {
  'AppealRequestCreate.custom_fields': 'CustomFieldAggregatedUpdate',
  'CustomFieldAggregatedUpdate.values': 'CustomValueAggregatedUpdate',
  'AppealRequestCreate.custom_attrs': 'CustomAttrCreate',
  'ConstituentCreate.email_addresses': 'EmailAddressCreate',
  'ConstituentCreate.phone_numbers': 'PhoneNumberCreate',
  'ConstituentCreate.street_addresses': 'StreetAddressCreate',
  'ConstituentCreate.web_addresses': 'WebAddressCreate',
  'ConstituentCreate.categories': 'CategoryAggregatedCreate',
  'ConstituentCreate.groups': 'GroupMembershipCreate',
  'ConstituentUpdate.categories': 'CategoryAggregatedUpdate',
  'ConstituentUpdate.groups': 'GroupMembershipAggregatedUpdate',
};
