import * as z from 'zod';
import type {AnyContext} from '../../operations/kinds/context.js';
import type {ImportContext, ImportedRecord} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {named} from '../../schema/components.js';
import {body, byOneOf, type Fields, flag, idIn, integer, listOf, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import {asItems, isMissing, isName} from '../../schema/items.js';
import type {Transaction} from '../../store/transaction.js';
import {type CategoryRow, categories, categoryHead} from './categories.js';
import {
  assignKeywords,
  type CategoryScope,
  type CategoryValues,
  categoryValueBody,
  resolveCategoryValues,
} from './category-values.js';
import {keywordOutput, keywords} from './keywords.js';

type CustomFieldBody = Omit<z.infer<typeof customFieldBody>, 'values'> & {
  values?: z.infer<typeof customFieldBody>['values'] | null | undefined;
};

/** A record's keywords of one category, stored in its row. */
export const assignedField = z
  .strictObject({category_id: z.int(), keyword_ids: z.array(z.int()).readonly()})
  .readonly();

export type AssignedField = z.infer<typeof assignedField>;

export const customFieldBody = named(
  'CustomFieldAggregatedUpdate',
  body({
    id: integer.nullish().describe('The id of the category; `key` or `name` can replace it.'),
    name: text.nullish().describe('The name.'),
    key: text.nullish().describe('The name that programs use.'),
    remove_previous_values: flag.nullish().describe('True to replace the existing values instead of adding to them.'),
    values: listOf(categoryValueBody).describe('The keywords of the category to add.'),
  }).meta(byOneOf('id', 'name', 'key')),
);

const valueOutput = named('CustomFieldValue', keywordOutput.omit({created_at: true, updated_at: true}));

export const customFieldOutput = named(
  'CustomField',
  z.strictObject({...categoryHead, values: z.array(valueOutput).describe('The values.')}),
);

/**
 * Replaces the `custom_fields` of a body by the record's resulting keywords. Observed: a custom field with an unknown
 * name is ignored. Values are appended; `remove_previous_values` replaces those of its field. An imported record
 * replaces all of them.
 */
export function resolveFieldsFor(...itemTypes: CategoryScope['itemTypes']) {
  return (body: Fields, context: AnyContext): Fields => {
    if (isMissing(body.custom_fields)) {
      const {custom_fields: _, ...rest} = body;
      return rest;
    }
    const elements = (body.custom_fields as CustomFieldBody[]).map(
      ({remove_previous_values: replace, values, ...named}) => ({...named, values: values ?? undefined, replace}),
    );
    const scope = {...fieldScope, itemTypes};
    const wanted = resolveCategoryValues(elements, scope, context, context.issues.at('custom_fields'));
    return {...body, custom_fields: assign(context.row?.custom_fields ?? [], wanted)};
  };
}

const fieldScope = {valuesField: 'values', ignoreUnknownName: true} as const;

function assign(before: readonly AssignedField[], wanted: readonly CategoryValues[]): readonly AssignedField[] {
  const held = new Map(before.map(field => [field.category_id, field.keyword_ids]));
  for (const values of wanted) {
    held.set(values.category.id, assignKeywords(held.get(values.category.id) ?? [], values));
  }
  return Array.from(held, ([category_id, keyword_ids]) => ({category_id, keyword_ids})).filter(
    field => field.keyword_ids.length > 0,
  );
}

/** Import of a record's custom fields. */
export const importsFields = {
  fields: {custom_fields: listOf(body({...customFieldBody.shape, values: listOf(categoryValueBody).nullish()}))},
  ids: {custom_fields: {id: 'categories', values: {id: 'keywords'}}},
} as const;

const presentValue = presenterOf<z.infer<typeof valueOutput>>(valueOutput);
const presentField = presenterOf<CategoryRow, readonly object[]>(customFieldOutput, {values: (_, shown) => shown});

/** Omits deleted categories and keywords. */
export function presentCustomFields(held: readonly AssignedField[], transaction: Transaction): object[] {
  return held.flatMap(({category_id, keyword_ids}) => {
    const category = transaction.rows(categories).get(category_id);
    const values = keyword_ids.flatMap(id => transaction.rows(keywords).get(id) ?? []);
    return category === undefined || values.length === 0 ? [] : [presentField(category, values.map(presentValue))];
  });
}

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

/** A keyword that its category does not list is archived: responses include it only with its holders. */
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
