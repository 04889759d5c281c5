import {type AttributeRow, attributes} from '../resources/attributes/attributes.js';
import {type AssignedAttribute, customAttributeValues} from '../resources/attributes/custom-attributes.js';
import {type Fields, quote, text} from '../schema/fields.js';
import {idIn, isMissing, isName, itemsIn, snakeCase} from './items.js';
import type {Given, Item, Loading} from './kind.js';

type Owner = AttributeRow['item_type'];

/**
 * A value as a reply shows it, where `id` is its own and `key` names the definition; in the body of a create `id` is
 * the definition's.
 */
const isReply = ({key, classification}: Fields) => isName(key) && !isMissing(classification);

/** Replies show a definition without its classification and ordinal: the values have them. */
export function implyAttributes({fields, issues}: Given, owner: Owner, loading: Loading): void {
  for (const item of itemsIn(fields.custom_attrs, 'custom_attrs', issues)) {
    const {id, key, name, classification, ordinal} = item.fields;
    if (!isReply(item.fields)) {
      continue;
    }
    const valueId = idIn(id);
    if (valueId !== undefined) {
      loading.transaction.reserveId(customAttributeValues, valueId);
    }
    const definition = loading.given(attributes.name).find(given => isDefinition(given.fields, owner, key));
    if (definition !== undefined) {
      definition.fields = {classification, ordinal, ...definition.fields};
    } else if (isName(name) && findDefinition(owner, key, loading) === undefined) {
      loading.add(attributes.name, {item_type: owner, key, name, classification, ordinal}, item.issues);
    }
  }
}

/** The values that a record holds, the last of each attribute; those it held before where it does not say. */
export function attributeValues(given: Given, owner: Owner, loading: Loading): {custom_attrs?: AssignedAttribute[]} {
  const {fields, issues, kind, id} = given;
  const before = loading.transaction.rows(kind.name).get(id) as {custom_attrs?: AssignedAttribute[]} | undefined;
  if (isMissing(fields.custom_attrs)) {
    return {custom_attrs: before?.custom_attrs ?? []};
  }
  const held = before?.custom_attrs ?? [];
  const values = itemsIn(fields.custom_attrs, 'custom_attrs', issues).flatMap(item => {
    const attribute_id = definitionOf(item, owner, loading);
    const value = readValue(item);
    if (attribute_id === undefined || value === undefined) {
      return [];
    }
    const own = isReply(item.fields) ? idIn(item.fields.id) : undefined;
    const id = own ?? held.find(one => one.attribute_id === attribute_id)?.id;
    return [{id: id ?? loading.transaction.takeId(customAttributeValues), attribute_id, value}];
  });
  return {custom_attrs: [...new Map(values.map(value => [value.attribute_id, value])).values()]};
}

function readValue({fields, issues}: Item): string | undefined {
  const parsed = text.safeParse(fields.value);
  if (!parsed.success) {
    issues.refuse('value', parsed.error.issues[0]!.message);
  }
  return parsed.data;
}

function definitionOf({fields, issues}: Item, owner: Owner, loading: Loading): number | undefined {
  const {id, key} = fields;
  if (!isReply(fields) && !isMissing(id)) {
    const definition = loading.readId(id, attributes.name, 'id', issues);
    const found = definition === undefined ? undefined : loading.look(attributes.name, definition);
    if (definition !== undefined && (found === undefined || !isDefinition(found, owner, keyOf(found)))) {
      issues.refuse('id', `${definition} names nothing: there is no such attribute for ${owner}`);
    }
    return definition;
  }
  if (!isName(key)) {
    issues.refuse('key', isMissing(key) ? 'is required, or id' : `must be a string, got ${quote(key)}`);
    return undefined;
  }
  const found = findDefinition(owner, key, loading);
  if (found === undefined) {
    issues.refuse('key', `${quote(key)} names nothing: there is no such attribute for ${owner}`);
  }
  return found;
}

const isDefinition = (fields: Fields, owner: Owner, key: unknown) =>
  (fields.item_type ?? 'Constituent') === owner && keyOf(fields) === key;

const keyOf = ({key, name}: Fields) => key ?? (isName(name) ? snakeCase(name) : undefined);

const findDefinition = (owner: Owner, key: unknown, loading: Loading) =>
  loading.find(attributes.name, fields => isDefinition(fields, owner, key));
