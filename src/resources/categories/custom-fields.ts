import * as z from 'zod';
import {presenterOf} from '../../operations/presenter.js';
import {body, byOneOf, flag, integer, listOf, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Transaction} from '../../store/transaction.js';
import {type CategoryRow, categories, categoryHead} from './categories.js';
import {assignKeywords, type CategoryValues, categoryValueBody, resolveCategoryValues} from './category-values.js';
import {keywordOutput, keywords} from './keywords.js';

/** CustomFieldAggregatedUpdate. */
export const customFieldBody = body({
  id: integer.nullish(),
  name: text.nullish(),
  key: text.nullish(),
  remove_previous_values: flag.nullish(),
  values: listOf(categoryValueBody),
}).meta(byOneOf('id', 'name', 'key'));

type CustomFieldBody = z.infer<typeof customFieldBody>;

const valueOutput = keywordOutput.omit({created_at: true, updated_at: true});

export const customFieldOutput = z.strictObject({...categoryHead, values: z.array(valueOutput)});

/** What a gift or an appeal request holds of one category, kept inside its own row. */
export interface AssignedField {
  readonly category_id: number;
  readonly keyword_ids: readonly number[];
}

/** Looks up what a body names. Observed: a custom field whose name is unknown is ignored. */
export function resolveCustomFields(
  wanted: readonly CustomFieldBody[],
  itemTypes: ReadonlyArray<CategoryRow['item_type']>,
  transaction: Transaction,
  issues: Issues,
): CategoryValues[] {
  const elements = wanted.map(({remove_previous_values, ...element}) => ({
    ...element,
    replace: remove_previous_values,
  }));
  return resolveCategoryValues(
    elements,
    {itemTypes, valuesField: 'values', ignoreUnknownName: true},
    transaction,
    issues,
  );
}

/** Values append; `remove_previous_values` replaces those of its field. */
export function assignFields(
  before: readonly AssignedField[],
  wanted: readonly CategoryValues[],
): readonly AssignedField[] {
  const held = new Map(before.map(field => [field.category_id, field.keyword_ids]));
  for (const values of wanted) {
    held.set(values.category.id, assignKeywords(held.get(values.category.id) ?? [], values));
  }
  return Array.from(held, ([category_id, keyword_ids]) => ({category_id, keyword_ids})).filter(
    field => field.keyword_ids.length > 0,
  );
}

const presentValue = presenterOf<z.infer<typeof valueOutput>>(valueOutput);
const presentHead = presenterOf<CategoryRow>(z.object(categoryHead));

/** A category or keyword that was deleted since is left out. */
export function presentCustomFields(held: readonly AssignedField[], transaction: Transaction): object[] {
  return held.flatMap(({category_id, keyword_ids}) => {
    const category = transaction.rows(categories).get(category_id);
    const values = keyword_ids.flatMap(id => transaction.rows(keywords).get(id) ?? []);
    return category === undefined || values.length === 0
      ? []
      : [{...presentHead(category), values: values.map(presentValue)}];
  });
}
