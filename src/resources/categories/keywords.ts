import * as z from 'zod';
import {createUnder, find, findParent, missing, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {codes, operation} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, moments, nameField, ordinalField} from '../../schema/common-fields.js';
import {body, flag, integer, text} from '../../schema/fields.js';
import {pageQuery, zeroOrOne} from '../../schema/query.js';
import type {Transaction} from '../../store/transaction.js';
import {tags} from '../tags.js';

export type KeywordRow = z.infer<typeof row>;

const input = body({
  category_id: integer,
  name: text,
  description: text.nullish(),
  short_code: text.nullish(),
  ordinal: integer.nullish(),
  removable: flag.nullish(),
  can_change: flag.nullish(),
  can_select: flag.nullish(),
});

export const keywordOutput = z.strictObject({
  id: idOf('the keyword'),
  category_id: z.int().describe('The category of the keyword.'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
  short_code: z.string().nullable().describe('A short code.'),
  ordinal: ordinalField,
  removable: z.boolean().describe('True if people may remove it. The API does not enforce this.'),
  can_change: z.boolean().describe('True if people may change it. The API does not enforce this.'),
  can_select: z.boolean().describe('True if people may select it. The API does not enforce this.'),
  ...moments,
});

/** An archived keyword stays with its holders, but is not listed or found elsewhere. */
const row = keywordOutput.extend({archived: z.boolean()});

export const keywords: Resource<KeywordRow, z.infer<typeof input>> = {
  name: 'keywords',
  itemType: 'keyword',
  tag: tags.keywords,
  firstId: 12300,
  order: ['ordinal', 'name'],
  listed: row => !row.archived,
  hidden: row => row.archived,
  indexes: {category_id: ['ordinal', 'name']},
  parents: {category_id: 'categories'},
  references: [{id: 'category_id', to: 'categories', required: true}],
  output: keywordOutput,
  row,
  body: input,
  build: (body, {id, transaction: {now}}) => ({
    id,
    category_id: body.category_id,
    name: body.name,
    description: body.description ?? null,
    short_code: body.short_code ?? null,
    ordinal: body.ordinal ?? 100,
    removable: body.removable ?? true,
    can_change: body.can_change ?? true,
    can_select: body.can_select ?? true,
    archived: false,
    created_at: now,
    updated_at: now,
  }),
  present: presenterOf(keywordOutput),
  columns: {name: 'Name', category_id: 'Category', description: 'Description'},
  importer: {fields: {archived: z.boolean()}, keeps: ['archived']},
  learned: {
    facts: ['id', 'ordinal', 'removable', 'can_change', 'can_select'],
    texts: ['description'],
    words: ['name', 'short_code'],
    drops: ['category_id', 'created_at', 'updated_at'], // keywords are nested in their category
  },
  seedExample: [{$id: 'sailing', category_id: '$interests', name: 'Sailing'}],
  examples: {
    createKeywordOfCategory: {body: () => ({name: 'Spanish', short_code: 'es'})},
    updateKeyword: {body: () => ({description: 'Speaks it well'})},
  },
};

export function keywordsOf(categoryId: number, transaction: Transaction): KeywordRow[] {
  const rows = transaction.rows(keywords).where('category_id', categoryId).toArray();
  return rows.filter(row => !row.archived);
}

export const keywordKind = kindOf(keywords, [
  operation({
    id: 'listKeywordsOfCategory',
    method: 'GET',
    path: '/api/v1/categories/{category_id}/keywords',
    tag: keywords.tag.name,
    summary: 'List the keywords of one category',
    query: pageQuery,
    reply: {kind: 'page', itemType: keywords.itemType, schema: keywordOutput},
    codes: codes.read,
    handle: ({params, query: {limit, offset}}, transaction) => {
      findParent('categories', params.category_id!, transaction);
      const rows = keywordsOf(params.category_id!, transaction);
      const items = rows.slice(offset, offset + limit).map(row => keywords.present(row, transaction));
      return {total: rows.length, items};
    },
  }),
  createUnder(keywords, 'categories'),
  show(keywords),
  update(keywords),
  operation({
    id: 'deleteKeyword',
    method: 'DELETE',
    path: '/api/v1/keywords/{id}',
    tag: keywords.tag.name,
    summary: 'Archive one keyword, or delete it for good and detach it everywhere (permanent=1)',
    query: z.object({
      permanent: zeroOrOne.describe('1 deletes the keyword permanently and detaches it from all records.'),
    }),
    reply: {kind: 'result'},
    codes: codes.destroy,
    handle: ({params, query, settings}, transaction) => {
      const how = query.permanent === 1 ? 'permanent' : settings.assume.keyword_delete;
      if (how === 'permanent') {
        if (transaction.rows(keywords).get(params.id!) === undefined) {
          missing(params.id!);
        }
        transaction.remove(keywords, params.id!);
        return undefined;
      }
      const keyword = find(keywords, params.id!, transaction);
      if (how === 'archive') {
        transaction.put(keywords, {...keyword, archived: true});
      }
      return undefined;
    },
  }),
]);
