import * as z from 'zod';
import {notFound} from '../errors.js';
import {kindOf, type ListedResource} from '../operations/kinds/kind.js';
import {codes, operation} from '../operations/operation.js';
import {presenterOf} from '../operations/reply.js';
import {behindOthers, idOf, nameField, ordinalField, snakeCase} from '../schema/common-fields.js';
import {named} from '../schema/components.js';
import {quote} from '../schema/fields.js';
import {pageQuery} from '../schema/query.js';
import type {Transaction} from '../store/transaction.js';
import {tags} from './tags.js';

export type TypeRow = z.infer<typeof value>;

const value = named(
  'TypeValue',
  z.strictObject({
    id: idOf('the type value'),
    name: nameField,
    display_name: z.string().nullable().describe('The displayed name.'),
    code: z.string().nullable().describe('A short code.'),
    ordinal: ordinalField,
  }),
);

const output = z.strictObject({
  name: z.string().describe('The name of the kind of type.'),
  key: z.string().describe('The key for `GET /types/{type}`.'),
  values: z.array(value).describe('The values.'),
});

const present = presenterOf<TypeRow>(value);

const typeList = (name: string, itemType: string, firstId: number, example: string): ListedResource<TypeRow> => ({
  name,
  itemType,
  tag: tags.lookups,
  firstId,
  order: ['ordinal'],
  output: value,
  present,
  build: ({name: value}, {id}) => ({
    id,
    name: value,
    display_name: name === 'note_types' ? null : value,
    code: snakeCase(value),
    ordinal: behindOthers,
  }),
  importer: {required: ['name']},
  seedExample: [{name: example}],
});

/** Lists without operations: other records have their ids and names. */
const hiddenLists = [
  typeList('constituent_contact_types', 'constituent_contact_type', 1243, 'Secondary'),
  typeList('marital_statuses', 'marital_status', 1251, 'Engaged'),
];

/** The ten lists of `GET /types`, in its order. Lists with small ids have the same ids in every account. */
const shownLists: ReadonlyArray<ListedResource<TypeRow>> = [
  typeList('contact_report_types', 'contact_report_type', 2183, 'Video call'),
  typeList('email_address_types', 'email_address_type', 1, 'School'),
  typeList('mailing_types', 'mailing_type', 1907, 'Postcard'),
  typeList('street_address_types', 'street_address_type', 1, 'Summer house'),
  typeList('phone_number_types', 'phone_number_type', 1, 'Satellite'),
  typeList('web_address_types', 'web_address_type', 5, 'Podcast'),
  typeList('volunteering_categories', 'volunteering_category', 446, 'Kitchen'),
  typeList('appeal_types', 'appeal_type', 331, 'Street'),
  typeList('event_types', 'event_type', 218, 'Concert'),
  typeList('note_types', 'note_type', 373, 'Thanks'),
].map(list => ({...list, learned: {facts: ['id', 'ordinal'], words: ['name', 'display_name', 'code']}}));

export const typeLists = [...hiddenLists, ...shownLists];

/**
 * Adds an unknown value of a type that a body names. Observed for contact reports, assumed for the others: the service
 * creates it with the next id.
 */
export const makeTypeValue =
  (list: string) =>
  (name: string, transaction: Transaction): TypeRow => {
    const resource = typeLists.find(type => type.name === list)!;
    const row = resource.build({name}, {id: transaction.takeId(resource), parents: {}, transaction});
    transaction.put(resource, row);
    return row;
  };

const title = (name: string) =>
  name.replaceAll(/(^|_)([a-z])/g, (_, gap, letter) => (gap ? ' ' : '') + letter.toUpperCase());

const beyondContract =
  'observed: fields such as email_address_type_id and contact_report_type_id hold the ids of these';

const operations = [
  operation({
    id: 'listTypes',
    method: 'GET',
    path: '/api/v1/types',
    tag: tags.lookups.name,
    summary: 'List the kinds of types, each with its values',
    query: pageQuery,
    reply: {kind: 'page', itemType: 'type', schema: output},
    codes: codes.read,
    beyondContract,
    handle: ({query: {limit, offset}}, transaction) => ({
      total: shownLists.length,
      items: shownLists.slice(offset, offset + limit).map(type => ({
        name: title(type.name),
        key: type.name,
        values: transaction.rows(type).listed().toArray().map(present),
      })),
    }),
  }),
  operation({
    id: 'listTypeValues',
    method: 'GET',
    path: '/api/v1/types/{type}',
    types: shownLists.map(({name}) => name),
    tag: tags.lookups.name,
    summary: 'List the values of one kind of type',
    query: pageQuery,
    reply: {kind: 'page', itemType: shownLists.map(type => type.itemType), schema: value},
    codes: codes.read,
    beyondContract,
    handle: ({textParams, query}, transaction) => {
      const type = shownLists.find(({name}) => name === textParams.type);
      if (type === undefined) {
        throw notFound(`There is no type ${quote(textParams.type)}; GET /api/v1/types lists those there are`);
      }
      const rows = transaction.rows(type).listed();
      const items = rows.slice(query.offset, query.limit).map(present);
      return {total: rows.total, items, itemType: type.itemType};
    },
  }),
];

const examples = {listTypeValues: {path: () => ({type: 'email_address_types'})}};

/** The operations cover all lists; the first list defines them. */
export const typeKinds = typeLists.map((list, index) =>
  index === 0 ? kindOf({...list, examples}, operations) : kindOf(list),
);
