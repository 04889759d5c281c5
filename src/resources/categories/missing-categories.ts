import type {ImportContext, ImportedRecord} from '../../operations/kinds/importer.js';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import {asItems, idIn, isName} from '../../schema/items.js';
import {type CategoryRow, categories} from './categories.js';
import {keywords} from './keywords.js';

interface Place {
  readonly array: 'categories' | 'custom_fields';
  readonly values: 'keywords' | 'values';
  readonly itemType: CategoryRow['item_type'];
}

export const categoriesOfConstituents = {array: 'categories', values: 'keywords', itemType: 'Constituent'} as const;

export const fieldsOfGifts = {array: 'custom_fields', values: 'values', itemType: 'Gift'} as const;

export const fieldsOfAppealRequests = {...fieldsOfGifts, itemType: 'Constituent'} as const;

/** Adds missing categories and keywords that are given with id and name, as in responses. */
export function addMissingCategories(place: Place, {fields, issues}: ImportedRecord, context: ImportContext): void {
  for (const [{[place.values]: values, ...category}, at] of asItems(fields[place.array], issues.at(place.array))) {
    const categoryId = idIn(category.id);
    if (categoryId !== undefined && isName(category.name) && context.get(categories.name, categoryId) === undefined) {
      context.add(categories.name, {item_type: place.itemType, ...category}, at);
    }
    for (const [value, valueIssues] of asItems(values, at.at(place.values))) {
      const id = idIn(value.id);
      const category_id = idIn(value.category_id) ?? categoryId;
      if (id !== undefined && category_id !== undefined && isName(value.name)) {
        addMissingKeyword({...value, id, category_id}, valueIssues, context);
      }
    }
  }
}

/** A keyword that its category does not list is archived: responses show it only with its holders. */
function addMissingKeyword(
  keyword: Fields & {id: number; category_id: number},
  issues: Issues,
  context: ImportContext,
): void {
  if (context.get(keywords.name, keyword.id) === undefined) {
    const archived = Array.isArray(context.get(categories.name, keyword.category_id)?.keywords);
    context.add(keywords.name, {archived, ...keyword}, issues);
  }
}
