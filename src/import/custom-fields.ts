import type {AssignedField} from '../resources/categories/custom-fields.js';
import {namedCategories, type Scope} from './category-mentions.js';
import {isMissing} from './items.js';
import type {Given, Loading} from './kind.js';

/** The custom fields of a gift. */
export const giftFields: Scope = {array: 'custom_fields', values: 'values', itemTypes: ['Gift']};

/** The custom fields of an appeal request: the contract has no kind of category for them, so any will do. */
export const requestFields: Scope = {...giftFields, itemTypes: ['Constituent', 'Gift', 'VolunteerTime']};

/** What a record holds of each category; what it held before where it does not say. */
export function customFieldsOf(
  given: Given,
  scope: Scope,
  loading: Loading,
): {custom_fields: readonly AssignedField[]} {
  const {kind, id, fields} = given;
  if (!isMissing(fields.custom_fields)) {
    const held = new Map<number, number[]>();
    for (const {category_id, keyword_ids} of namedCategories(given, scope, loading)) {
      held.set(category_id, [...new Set([...(held.get(category_id) ?? []), ...keyword_ids])]);
    }
    const custom_fields = Array.from(held, ([category_id, keyword_ids]) => ({category_id, keyword_ids}));
    return {custom_fields: custom_fields.filter(({keyword_ids}) => keyword_ids.length > 0)};
  }
  const before = loading.transaction.rows(kind.name).get(id) as {custom_fields?: readonly AssignedField[]} | undefined;
  return {custom_fields: before?.custom_fields ?? []};
}
