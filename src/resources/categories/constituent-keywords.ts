import * as z from 'zod';
import {badRequest} from '../../errors.js';
import {find, findParent, findParentToWrite} from '../../operations/crud.js';
import type {ResolveContext} from '../../operations/kinds/context.js';
import {kindOf, type StoredKind} from '../../operations/kinds/kind.js';
import {codes, operation} from '../../operations/operation.js';
import {page, pageable} from '../../operations/page.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf} from '../../schema/common-fields.js';
import {body, type Fields, integer, quote} from '../../schema/fields.js';
import {pageQuery} from '../../schema/query.js';
import {orderBy, type Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {tags} from '../tags.js';
import {type CategoryRow, categories, categoryOutput, presentCategory} from './categories.js';
import {assignKeywords, type CategoryValues} from './category-values.js';
import {type KeywordRow, keywords} from './keywords.js';

/** Assigns a keyword to a constituent. No response contains it. */
export type ConstituentKeywordRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the keyword held'),
  constituent_id: z.int().describe('The constituent that has the keyword.'),
  keyword_id: z.int().describe('The keyword.'),
});

export const constituentKeywords: StoredKind<ConstituentKeywordRow> = {
  name: 'constituent_keywords',
  itemType: 'constituent_keyword',
  firstId: 70000,
  indexes: {constituent_id: [], keyword_id: []},
  keys: {keyword_id: 'keyword_id'},
  parents: {constituent_id: 'constituents', keyword_id: 'keywords'},
  output,
  present: presenterOf(output),
  build: ({constituent_id, keyword_id}, {id}) => ({id, constituent_id, keyword_id}),
  resolve: refuseOtherCategories,
  // A repeated assignment is stored once.
  stored: (row, transaction) => {
    const held = transaction.rows(constituentKeywords).where('constituent_id', row.constituent_id).toArray();
    if (held.some(other => other.keyword_id === row.keyword_id && other.id !== row.id)) {
      transaction.remove(constituentKeywords, row.id);
    }
  },
  seedExample: [{constituent_id: '$ada', keyword_id: '$sailing'}],
};

/** Constituents cannot have keywords of a category for gifts. */
function refuseOtherCategories(body: Fields, {lookup, issues}: ResolveContext<ConstituentKeywordRow>): Fields {
  const keyword = lookup.get(keywords.name, (body.keyword_id as number | undefined) ?? 0);
  const category = lookup.get(categories.name, (keyword?.category_id as number | undefined) ?? 0);
  if (category !== undefined && category.item_type !== 'Constituent') {
    issues.refuse(
      'keyword_id',
      `${keyword?.id} is of a category for ${quote(category.item_type)}, not for "Constituent"`,
    );
  }
  return body;
}

const inOrder = orderBy<Row & {readonly ordinal: number; readonly name: string}>('ordinal', 'name');

/** The keywords of a constituent, including archived ones. */
function heldKeywords(constituentId: number, transaction: Transaction): KeywordRow[] {
  const rows = transaction.rows(constituentKeywords).where('constituent_id', constituentId).toArray();
  return rows.map(row => transaction.rows(keywords).get(row.keyword_id)!);
}

/** Assigns exactly these keywords to a constituent. @param isSpared returns true for rows to keep regardless */
export function assignExactly(
  constituentId: number,
  wanted: ReadonlySet<number>,
  transaction: Transaction,
  isSpared: (id: number) => boolean,
): void {
  const held = transaction.rows(constituentKeywords).where('constituent_id', constituentId).toArray();
  for (const row of held.filter(row => !wanted.has(row.keyword_id) && !isSpared(row.id))) {
    transaction.remove(constituentKeywords, row.id);
  }
  for (const keyword_id of wanted) {
    if (!held.some(row => row.keyword_id === keyword_id)) {
      const id = transaction.takeId(constituentKeywords);
      transaction.put(constituentKeywords, {id, constituent_id: constituentId, keyword_id});
    }
  }
}

export function assignCategory(constituentId: number, values: CategoryValues, transaction: Transaction): void {
  const held = heldKeywords(constituentId, transaction).filter(row => row.category_id === values.category.id);
  const before = held.map(row => row.id);
  const after = assignKeywords(before, values);
  for (const id of before.filter(id => !after.includes(id))) {
    release(constituentId, id, transaction);
  }
  for (const keyword_id of after.filter(id => !before.includes(id))) {
    const id = transaction.takeId(constituentKeywords);
    transaction.put(constituentKeywords, {id, constituent_id: constituentId, keyword_id});
  }
}

/** @returns true if the constituent had the keyword */
function release(constituentId: number, keywordId: number, transaction: Transaction): boolean {
  const rows = transaction.rows(constituentKeywords).where('constituent_id', constituentId).toArray();
  const row = rows.find(row => row.keyword_id === keywordId);
  if (row !== undefined) {
    transaction.remove(constituentKeywords, row.id);
  }
  return row !== undefined;
}

/** The categories of a constituent's keywords, each with those keywords only. */
export function presentHeldCategories(constituentId: number, transaction: Transaction): object[] {
  return heldCategories(constituentId, transaction).map(([row, own]) => presentCategory(row, own, transaction));
}

type HeldCategory = readonly [CategoryRow, readonly KeywordRow[]];

function heldCategories(constituentId: number, transaction: Transaction): HeldCategory[] {
  const held = heldKeywords(constituentId, transaction).sort(inOrder);
  return [...new Set(held.map(row => row.category_id))]
    .map(id => transaction.rows(categories).get(id)!)
    .sort(inOrder)
    .map(category => [category, held.filter(row => row.category_id === category.id)]);
}

/** Observed: lists sort by the lowest ordinal of the assigned keywords, the single object by that of the category. */
const inOrderOfList = ([a, [first]]: HeldCategory, [b, [other]]: HeldCategory) =>
  first!.ordinal - other!.ordinal || byName(a, b);

const byName = orderBy<Row & {readonly name: string}>('name');

const noSuchKeyword = (id: number | undefined) => `there is no keyword with id ${id} in a category for constituents`;

const definition = {
  ...constituentKeywords,
  tag: tags.keywords,
  examples: {
    attachKeyword: {body: (first: (kind: string) => number) => ({id: first(keywords.name)})},
    detachKeyword: {
      path: (rows: (kind: string) => readonly Fields[]) => {
        const [held] = rows(constituentKeywords.name);
        return {constituent_id: String(held?.constituent_id), id: String(held?.keyword_id)};
      },
    },
  },
};

export const constituentKeywordKind = kindOf(definition, [
  operation({
    id: 'listCategoriesOfConstituent',
    method: 'GET',
    path: '/api/v1/constituents/{constituent_id}/categories',
    tag: categories.tag.name,
    summary: 'List the categories of one constituent, each with the keywords held',
    query: pageQuery,
    reply: {kind: 'page', itemType: categories.itemType, schema: categoryOutput},
    codes: codes.read,
    handle: ({params, query}, transaction) => {
      findParent('constituents', params.constituent_id!, transaction);
      const held = heldCategories(params.constituent_id!, transaction).sort(inOrderOfList);
      return page(pageable(held), query, ([row, own]) => presentCategory(row, own, transaction));
    },
  }),
  operation({
    id: 'attachKeyword',
    method: 'POST',
    path: '/api/v1/constituents/{constituent_id}/keywords',
    tag: keywords.tag.name,
    summary: 'Attach an existing keyword to one constituent',
    body: body({id: integer.describe('The keyword to attach.')}),
    reply: {kind: 'result'},
    codes: codes.write,
    handle: ({params, body: {id}, issues}, transaction) => {
      findParentToWrite('constituents', params.constituent_id!, transaction);
      const keyword = id === undefined ? undefined : transaction.rows(keywords).get(id);
      const category = transaction.rows(categories).get(keyword?.category_id ?? 0);
      const attachable = keyword !== undefined && !keyword.archived && category?.item_type === 'Constituent';
      if (!attachable) {
        issues.refuse('id', noSuchKeyword(id), 'unknown-id');
      }
      if (!attachable && id !== undefined) {
        throw badRequest(`id: ${noSuchKeyword(id)}`); // observed: not a 422
      }
      issues.throwIfRefused();
      const isSingle = category!.facet_type === 'single';
      const values = {category: category!, keywords: [keyword!], replace: false, isSingle};
      assignCategory(params.constituent_id!, values, transaction);
      return undefined;
    },
  }),
  operation({
    id: 'detachKeyword',
    method: 'DELETE',
    path: '/api/v1/constituents/{constituent_id}/keywords/{id}',
    tag: keywords.tag.name,
    summary: 'Detach a keyword from one constituent',
    reply: {kind: 'result'},
    codes: codes.destroy,
    handle: ({params}, transaction) => {
      findParentToWrite('constituents', params.constituent_id!, transaction);
      if (!release(params.constituent_id!, params.id!, transaction)) {
        find(keywords, params.id!, transaction); // observed: detaching an unassigned keyword is not an error
      }
      return undefined;
    },
  }),
]);
