import * as z from 'zod';
import {listBy} from '../operations/crud.js';
import type {AnyContext} from '../operations/kinds/context.js';
import {type ImportContext, type ImportedRecord, kindOf, type ListedResource} from '../operations/kinds/kind.js';
import {presenterOf} from '../operations/reply.js';
import {behindOthers, idOf, keyField, nameField, snakeCase} from '../schema/common-fields.js';
import {named} from '../schema/components.js';
import {body, byOneOf, type Fields, idIn, integer, listOf, quote, text} from '../schema/fields.js';
import {asItems, isMissing, isName} from '../schema/items.js';
import {impersonal} from '../schema/marks.js';
import {wordFilter} from '../schema/query.js';
import type {Transaction} from '../store/transaction.js';
import {tags} from './tags.js';

const owners = ['Constituent', 'Invitation'] as const;

/** A custom attribute definition; records contain the values. */
export type AttributeRow = z.infer<typeof row>;

const output = z.strictObject({
  id: idOf('the attribute'),
  item_type: z.enum(owners).describe('The kind of record that it applies to.'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
  key: z.string().describe('The name that searches and bodies use.'),
  min_val: z.number().nullable().describe('The smallest valid value.'),
  max_val: z.number().nullable().describe('The largest valid value.'),
});

/** A real account may have more classifications than the sandbox generates: `text`, `integer` and `date`. */
const hidden = {classification: z.string(), ordinal: z.int()};

const row = output.extend(hidden);

const datedWords = ['date', 'birthday', 'anniversary'];

/** Guesses the classification, which responses omit. @param bound of its values, which only numbers have */
function likelyClassification(key: string, bound: number | null): string {
  const isDate = key.split('_').some(word => datedWords.includes(word));
  return bound === null ? (isDate ? 'date' : 'text') : 'integer';
}

export const attributes: ListedResource<AttributeRow> = {
  name: 'attributes',
  itemType: 'attribute',
  tag: tags.lookups,
  firstId: 3310,
  indexes: {item_type: []},
  output,
  row,
  present: presenterOf(output),
  build: ({name, key = snakeCase(name), min_val = null, max_val = null}, {id}) => ({
    id,
    item_type: 'Constituent',
    name,
    description: null,
    key,
    min_val,
    max_val,
    classification: likelyClassification(key, min_val ?? max_val),
    ordinal: behindOthers,
  }),
  unlisted: 'attributes for other records than constituents',
  columns: {name: 'Name', key: 'Key', item_type: 'Used for'},
  importer: {
    required: ['name'],
    fields: hidden, // responses include these two only with values
    keeps: ['classification', 'ordinal'],
  },
  learned: {facts: ['id', 'item_type', 'min_val', 'max_val'], texts: ['name', 'description', 'key']},
  seedExample: [{item_type: 'Constituent', name: 'Shoe size', key: 'shoe_size'}],
};

export const attributeKind = kindOf(attributes, [
  listBy(
    attributes,
    'item_type',
    wordFilter(owners).default('Constituent').describe('Lists only those for this kind of record.'),
  ),
]);

/** CustomAttr_create: the attribute by its id (as in `GET /attributes`) or by its key. */
export const customAttributeBody = named(
  'CustomAttrCreate',
  body({
    id: integer
      .nullish()
      .describe('The id of the definition, from `GET /attributes`, as in responses; `key` can replace it.'),
    key: text.nullish().describe('The key of the definition; an unknown one is ignored.'),
    value: text.describe('The value. It replaces the existing one.'),
  }).meta(byOneOf('id', 'key')),
);

/** The import format: the form of a body, or of a response, which has a classification. */
const importedAttribute = body({...customAttributeBody.shape, classification: text.nullish()});

type CustomAttributeBody = z.infer<typeof importedAttribute>;

export const customAttributeOutput = named(
  'CustomAttr',
  z.strictObject({
    id: z.int().describe('The id of the definition, from `GET /attributes`: the same for every record.'),
    classification: z.string().describe('The type of the value: `text`, `integer` or `date`.'),
    name: nameField,
    key: keyField,
    ordinal: impersonal(z.int()).describe('The position of the definition in lists.'),
    value: z.string().describe('The value, always as text.'),
  }),
);

/** One value of a record, stored in the record's own row. */
export const assignedAttribute = z.strictObject({id: z.int(), attribute_id: z.int(), value: z.string()}).readonly();

export type AssignedAttribute = z.infer<typeof assignedAttribute>;

/** The counter for ids of values, which are not separate records. */
export const customAttributeValues = {name: 'custom_attrs', firstId: 514900};

export const customAttributeValueKind = kindOf(customAttributeValues);

type Owner = AttributeRow['item_type'];

/** A value and its definition. */
interface WantedAttribute {
  readonly attribute_id: number;
  readonly value: string;
}

/**
 * Replaces the `custom_attrs` of a body by the record's resulting values. A record has one value per attribute: a
 * repeated attribute replaces the value, and the others stay. An imported record replaces all of them.
 */
export function resolveAttributesFor(itemType: Owner) {
  return (body: Fields, context: AnyContext): Fields => {
    if (isMissing(body.custom_attrs)) {
      const {custom_attrs: _, ...rest} = body;
      return rest;
    }
    const wanted = findDefinitions(body.custom_attrs as CustomAttributeBody[], itemType, context);
    const held: readonly AssignedAttribute[] = (context.row ?? context.imported?.before)?.custom_attrs ?? [];
    const stays = context.imported === undefined ? held : held.filter(one => isWanted(one, wanted));
    return {...body, custom_attrs: assign(stays, wanted, context)};
  };
}

const isWanted = ({attribute_id}: AssignedAttribute, wanted: readonly WantedAttribute[]) =>
  wanted.some(one => one.attribute_id === attribute_id);

/** Looks up the definitions named in a body. An unknown key is ignored; an unknown id is an issue. */
function findDefinitions(
  wanted: readonly CustomAttributeBody[],
  itemType: Owner,
  {lookup, issues}: AnyContext,
): WantedAttribute[] {
  const definitions = lookup.where(attributes.name, 'item_type', itemType);
  return wanted.flatMap(({id: sent, key, value, classification}, index) => {
    const at = issues.at('custom_attrs').at(index);
    // An imported response has both, and the account identifies the definition by its key.
    const id = isName(classification) && isName(key) ? undefined : sent;
    if (typeof id !== 'number' && typeof key !== 'string') {
      at.refuse('key', 'is required, or id');
      return [];
    }
    const definition = definitions.find(definition =>
      typeof id === 'number' ? definition.id === id : definition.key === key,
    );
    if (definition === undefined && typeof id === 'number') {
      at.refuse('id', `there is no attribute with id ${id} for ${itemType}; see GET /api/v1/attributes`, 'unknown-id');
    } else if (definition === undefined) {
      at.ignore('key', `there is no attribute ${quote(key)} for ${itemType}`, 'unknown-name');
    }
    return definition === undefined ? [] : [{attribute_id: definition.id, value}];
  });
}

function assign(
  held: readonly AssignedAttribute[],
  wanted: readonly WantedAttribute[],
  {transaction}: AnyContext,
): readonly AssignedAttribute[] {
  const byAttribute = new Map(held.map(value => [value.attribute_id, value]));
  for (const {attribute_id, value} of wanted) {
    const id = byAttribute.get(attribute_id)?.id ?? transaction.takeId(customAttributeValues);
    byAttribute.set(attribute_id, {id, attribute_id, value});
  }
  return [...byAttribute.values()];
}

/** Import of a record's custom attributes. */
export const importsAttributes = {
  fields: {custom_attrs: listOf(importedAttribute)},
  ids: {custom_attrs: {id: attributes.name}},
} as const;

const presentAttribute = presenterOf<AttributeRow, string>(customAttributeOutput, {value: (_, value) => value});

export function presentCustomAttributes(held: readonly AssignedAttribute[], transaction: Transaction): object[] {
  return held.flatMap(({attribute_id, value}) => {
    const definition = transaction.rows(attributes).get(attribute_id);
    return definition === undefined ? [] : [presentAttribute(definition, value)];
  });
}

/**
 * Adds definitions of values in the form of a response, which includes the whole definition. Responses show a
 * definition without classification and ordinal: an imported definition takes these from its values.
 */
export function addMissingAttributes(itemType: Owner, {fields, issues}: ImportedRecord, context: ImportContext): void {
  for (const [item, at] of asItems(fields.custom_attrs, issues.at('custom_attrs'))) {
    const {id, key, name, classification, ordinal} = item;
    if (!isName(key) || !isName(classification)) {
      continue;
    }
    const isIt = (definition: Fields) => isDefinition(definition, itemType, key);
    const given = context.recordsOf(attributes.name).find(record => isIt(record.fields));
    if (given !== undefined) {
      given.fields = {classification, ordinal, ...given.fields};
    } else if (isName(name) && context.find(attributes.name, isIt) === undefined) {
      const own = idIn(id);
      const isFree = own !== undefined && context.get(attributes.name, own) === undefined;
      context.add(
        attributes.name,
        {...(isFree && {id: own}), item_type: itemType, key, name, classification, ordinal},
        at,
      );
    }
  }
}

const isDefinition = ({item_type, key, name}: Fields, itemType: Owner, wanted: string) =>
  (item_type ?? 'Constituent') === itemType && (key ?? (isName(name) ? snakeCase(name) : undefined)) === wanted;
