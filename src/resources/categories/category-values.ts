import type * as z from 'zod';
import type {AnyContext} from '../../operations/kinds/context.js';
import {named} from '../../schema/components.js';
import {body, byOneOf, integer, quote, text} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import {type CategoryRow, categories} from './categories.js';
import {type KeywordRow, keywords} from './keywords.js';

/** KeywordAggregatedUpdate and CustomValueAggregatedUpdate: a keyword by its id or name. */
export const categoryValueBody = named(
  'CustomValueAggregatedUpdate',
  body({
    id: integer.nullish().describe('The id of the keyword; `short_code` or `name` can replace it.'),
    name: text.nullish().describe('The name.'),
    short_code: text.nullish().describe('A short code.'),
  }).meta(byOneOf('id', 'name', 'short_code')),
);

type CategoryValueBody = z.infer<typeof categoryValueBody>;

export interface CategoryValuesBody {
  readonly id?: number | null | undefined;
  readonly key?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly values: readonly CategoryValueBody[] | undefined;
  readonly replace?: boolean | null | undefined;
}

/** The resolved category, the keywords to assign, and a flag that removes earlier ones. */
export interface CategoryValues {
  readonly category: CategoryRow;
  readonly keywords: readonly KeywordRow[];
  readonly replace: boolean;
  /** True if a record has at most one keyword of the category: the last. */
  readonly isSingle: boolean;
}

export interface CategoryScope {
  /** Allowed types of categories. A category that is created from a record has the first type. */
  readonly itemTypes: readonly [CategoryRow['item_type'], ...Array<CategoryRow['item_type']>];
  readonly valuesField: 'keywords' | 'values';
  /** Observed for custom fields: an unknown name is no error. */
  readonly ignoreUnknownName: boolean;
}

/** Looks up categories and keywords by id, key or name. An imported record replaces all of its keywords. */
export function resolveCategoryValues(
  wanted: readonly CategoryValuesBody[],
  scope: CategoryScope,
  context: Pick<AnyContext, 'lookup' | 'imported'>,
  issues: Issues,
): CategoryValues[] {
  const isImported = context.imported !== undefined;
  return wanted.flatMap((element, index) => {
    const at = issues.at(index);
    const category = findCategory(element, scope, context, at);
    // A value without an id or a name is invalid even if the category is unknown.
    const named = (element.values ?? []).map((value, index) => [value, at.at(scope.valuesField).at(index)] as const);
    const nameable = named.filter(([value, issues]) => requireName(value, issues));
    if (category === undefined) {
      return [];
    }
    const offered = context.lookup.where(
      keywords.name,
      'category_id',
      category.id,
    ) as readonly unknown[] as KeywordRow[];
    const found = nameable.flatMap(([value, issues]) => findKeyword(value, category, offered, isImported, issues));
    const isSingle = category.facet_type === 'single' && !isImported;
    return [{category, keywords: found, replace: element.replace === true, isSingle}];
  });
}

function findCategory(
  {id, key, name}: CategoryValuesBody,
  {itemTypes, ignoreUnknownName}: CategoryScope,
  {lookup}: Pick<AnyContext, 'lookup'>,
  issues: Issues,
): CategoryRow | undefined {
  const offered = itemTypes.flatMap(type =>
    lookup.where(categories.name, 'item_type', type),
  ) as unknown as CategoryRow[];
  if (typeof id === 'number') {
    const category = offered.find(row => row.id === id);
    if (category === undefined) {
      issues.refuse('id', `there is no category with id ${id} for ${itemTypes.join(' or ')}`, 'unknown-id');
    }
    return category;
  }
  if (typeof key !== 'string' && typeof name !== 'string') {
    issues.refuse('name', 'is required, or id, or key');
    return undefined;
  }
  const category = offered.find(row => row.key === key) ?? offered.find(row => row.name === name);
  if (category === undefined) {
    const message = `there is no category ${quote(name ?? key)} for ${itemTypes.join(' or ')}`;
    if (ignoreUnknownName) {
      issues.ignore('name', message, 'unknown-name');
    } else {
      issues.refuse('name', message, 'unknown-name');
    }
  }
  return category;
}

function requireName({id, name, short_code}: CategoryValueBody, issues: Issues): boolean {
  const isNamed = (id ?? name ?? short_code ?? null) !== null;
  if (!isNamed) {
    issues.refuse('id', 'is required, or name, or short_code');
  }
  return isNamed;
}

/** Archived keywords are not found by name; records with one refer to it by id. */
function findKeyword(
  {id, name, short_code}: CategoryValueBody,
  category: CategoryRow,
  offered: readonly KeywordRow[],
  isImported: boolean,
  issues: Issues,
): KeywordRow[] {
  const isNamed = (row: KeywordRow) =>
    typeof name === 'string' ? row.name === name : typeof short_code === 'string' && row.short_code === short_code;
  const keyword =
    typeof id === 'number'
      ? offered.find(row => row.id === id && (isImported || !row.archived))
      : offered.find(row => isNamed(row) && !row.archived);
  if (keyword === undefined) {
    const sent = quote(id ?? name ?? short_code);
    issues.refuse(
      typeof id === 'number' ? 'id' : 'name',
      `there is no keyword ${sent} in ${quote(category.name)}`,
      typeof id === 'number' ? 'unknown-id' : 'unknown-name',
    );
    return [];
  }
  return [keyword];
}

/** The resulting ids: earlier ones, unless replaced, and new ones; of a `single` category only the last one. */
export function assignKeywords(before: readonly number[], {keywords, replace, isSingle}: CategoryValues): number[] {
  const held = [...new Set([...(replace ? [] : before), ...keywords.map(row => row.id)])];
  const last = keywords.at(-1)?.id ?? held.at(-1);
  return isSingle && last !== undefined ? [last] : held;
}
