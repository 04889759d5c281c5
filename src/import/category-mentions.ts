import {type CategoryRow, categories} from '../resources/categories/categories.js';
import {keywords} from '../resources/categories/keywords.js';
import {type Fields, quote} from '../schema/fields.js';
import {idIn, isMissing, isName, itemsIn} from './items.js';
import type {Given, Item, Loading} from './kind.js';

/** Where a record names categories, and some keywords of each. */
export interface Scope {
  readonly array: 'categories' | 'custom_fields';
  readonly values: 'keywords' | 'values';
  /** Categories of these kinds only; one that is made of what a record says is of the first. */
  readonly itemTypes: readonly [CategoryRow['item_type'], ...Array<CategoryRow['item_type']>];
}

/** A category, and the keywords of it that a record names. */
export interface NamedCategory {
  readonly category_id: number;
  readonly keyword_ids: readonly number[];
}

const mentionsIn = ({fields, issues}: Given, {array}: Scope) => itemsIn(fields[array], array, issues);

const valuesIn = ({fields, issues}: Item, {values}: Scope) => itemsIn(fields[values], values, issues);

/** Adds the categories and keywords that nobody has, and that are mentioned by id and name: replies say it all. */
export function implyCategories(given: Given, scope: Scope, loading: Loading): void {
  for (const mention of mentionsIn(given, scope)) {
    const {[scope.values]: _, ...fields} = mention.fields;
    const categoryId = idIn(fields.id);
    if (categoryId !== undefined && isName(fields.name) && loading.look(categories.name, categoryId) === undefined) {
      loading.add(categories.name, {item_type: scope.itemTypes[0], ...fields}, mention.issues);
    }
    for (const value of valuesIn(mention, scope)) {
      const id = idIn(value.fields.id);
      const category_id = idIn(value.fields.category_id) ?? categoryId;
      if (id !== undefined && category_id !== undefined && isName(value.fields.name)) {
        implyKeyword({fields: {...value.fields, id, category_id}, issues: value.issues}, loading);
      }
    }
  }
}

/** One that its category lists without is archived: replies show it with those who hold it, and nowhere else. */
function implyKeyword({fields, issues}: Item, loading: Loading): void {
  if (loading.look(keywords.name, fields.id as number) === undefined) {
    const category = loading.look(categories.name, fields.category_id as number);
    const archived = Array.isArray(category?.keywords);
    loading.add(keywords.name, {archived, ...fields}, issues);
  }
}

/** What a record names, all of it kept as it is given; what names nothing is an issue. */
export function namedCategories(given: Given, scope: Scope, loading: Loading): NamedCategory[] {
  return mentionsIn(given, scope).flatMap(mention => {
    const category_id = categoryOf(mention, scope, loading);
    const values = valuesIn(mention, scope);
    return category_id === undefined
      ? []
      : [{category_id, keyword_ids: values.flatMap(value => keywordOf(value, category_id, loading) ?? [])}];
  });
}

function categoryOf({fields, issues}: Item, {itemTypes}: Scope, loading: Loading): number | undefined {
  const isFor = ({item_type}: Fields) => itemTypes.includes(item_type as CategoryRow['item_type']);
  const {id, key, name} = fields;
  if (!isMissing(id)) {
    const named = loading.readId(id, categories.name, 'id', issues);
    const found = named === undefined ? undefined : loading.look(categories.name, named);
    if (named !== undefined && (found === undefined || !isFor(found))) {
      issues.refuse('id', `${named} names nothing: there is no such category for ${itemTypes.join(' or ')}`);
    }
    return named;
  }
  const by = (field: string, value: unknown) =>
    isName(value) ? loading.find(categories.name, category => category[field] === value && isFor(category)) : undefined;
  const found = by('key', key) ?? by('name', name);
  if (found === undefined) {
    const sent = key ?? name;
    issues.refuse(
      'name',
      isMissing(sent)
        ? 'is required, or id, or key'
        : `${quote(name ?? key)} names nothing: there is no such category for ${itemTypes.join(' or ')}`,
    );
  }
  return found;
}

function keywordOf({fields, issues}: Item, categoryId: number, loading: Loading): number | undefined {
  const {id, name, short_code} = fields;
  if (!isMissing(id)) {
    const named = loading.readId(id, keywords.name, 'id', issues);
    const found = named === undefined ? undefined : loading.look(keywords.name, named);
    const own = found?.category_id;
    if (named !== undefined && (found === undefined || (typeof own === 'number' && own !== categoryId))) {
      issues.refuse('id', `${named} names nothing: there is no such keyword in the category ${categoryId}`);
    }
    return named;
  }
  const [field, sent] = isMissing(name) ? (['short_code', short_code] as const) : (['name', name] as const);
  const found = isName(sent)
    ? loading.find(
        keywords.name,
        (keyword, isStored) => keyword[field] === sent && (!isStored || keyword.category_id === categoryId),
      )
    : undefined;
  if (found === undefined) {
    const problem = `names nothing: there is no such keyword in the category ${categoryId}`;
    issues.refuse(
      isMissing(sent) ? 'id' : field,
      isMissing(sent) ? 'is required, or name, or short_code' : `${quote(sent)} ${problem}`,
    );
  }
  return found;
}
