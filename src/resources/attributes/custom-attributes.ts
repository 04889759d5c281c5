import * as z from 'zod';
import {body, byOneOf, integer, quote, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Transaction} from '../../store/transaction.js';
import {type AttributeRow, attributes} from './attributes.js';

/** CustomAttr_create: the attribute by its id (as in `GET /attributes`) or by its key. */
export const customAttributeBody = body({id: integer.nullish(), key: text.nullish(), value: text}).meta(
  byOneOf('id', 'key'),
);

type CustomAttributeBody = z.infer<typeof customAttributeBody>;

export const customAttributeOutput = z.strictObject({
  id: z.int(),
  classification: z.string(),
  name: z.string(),
  key: z.string(),
  ordinal: z.int(),
  value: z.string(),
});

/** One value that a record holds, kept inside the record's own row. */
export interface AssignedAttribute {
  readonly id: number;
  readonly attribute_id: number;
  readonly value: string;
}

/** Ids of values; no collection of its own, only a counter. */
export const customAttributeValues = {name: 'custom_attrs', firstId: 514900};

/** A value by the definition it is for. */
export interface WantedAttribute {
  readonly attribute_id: number;
  readonly value: string;
}

/** Looks up the definitions that a body names. An unknown key is ignored, an unknown id is an issue. */
export function resolveCustomAttributes(
  wanted: readonly CustomAttributeBody[],
  itemType: AttributeRow['item_type'],
  transaction: Transaction,
  issues: Issues,
): WantedAttribute[] {
  const definitions = transaction.rows(attributes).where('item_type', itemType).toArray();
  return wanted.flatMap(({id, key, value}, index) => {
    const at = issues.at(index);
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

/** A record holds one value of each attribute: one sent again replaces it, the others stay. */
export function assignAttributes(
  held: readonly AssignedAttribute[],
  wanted: readonly WantedAttribute[],
  transaction: Transaction,
): readonly AssignedAttribute[] {
  const byAttribute = new Map(held.map(value => [value.attribute_id, value]));
  for (const {attribute_id, value} of wanted) {
    const id = byAttribute.get(attribute_id)?.id ?? transaction.takeId(customAttributeValues);
    byAttribute.set(attribute_id, {id, attribute_id, value});
  }
  return [...byAttribute.values()];
}

export function presentCustomAttributes(held: readonly AssignedAttribute[], transaction: Transaction): object[] {
  return held.flatMap(({id, attribute_id, value}) => {
    const definition = transaction.rows(attributes).get(attribute_id);
    if (definition === undefined) {
      return [];
    }
    const {classification, name, key, ordinal} = definition;
    return [{id, classification, name, key, ordinal, value}];
  });
}
