import {createHash} from 'node:crypto';
import * as z from 'zod';
import {create, destroy, listBy, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {codes} from '../../operations/operation.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, keyField, nameField, ordinalField} from '../../schema/common-fields.js';
import {body, flag, integer, oneOf, text} from '../../schema/fields.js';
import {wordFilter} from '../../schema/query.js';
import type {Transaction} from '../../store/transaction.js';
import {tags} from '../tags.js';
import {type KeywordRow, keywordOutput, keywords, keywordsOf} from './keywords.js';

const itemTypes = ['Constituent', 'Gift', 'VolunteerTime'] as const;

export type CategoryRow = z.infer<typeof row>;

const input = body({
  item_type: oneOf(itemTypes),
  name: text,
  key: text.nullish(),
  facet_type: text.nullish(),
  ordinal: integer.nullish(),
  removable: flag.nullish(),
  editable: flag.nullish(),
  display_format: text.nullish(),
});

/** The fields of a category that a custom field has as well. */
export const categoryHead = {
  id: idOf('the category'),
  item_type: z.enum(itemTypes).describe('The kind of record that it applies to.'),
  name: nameField,
  key: keyField,
  facet_type: z.string().describe('The number of keywords that a record can have: `single` is one, `list` any number.'),
  ordinal: ordinalField,
  removable: z.boolean().describe('True if people may remove it. The API does not enforce this.'),
  editable: z.boolean().describe('True if people may change it. The API does not enforce this.'),
};

export const categoryOutput = z.strictObject({
  ...categoryHead,
  display_format: z.string().describe('The display format. Defaults to `compact` on create.'),
  keywords: z.array(keywordOutput).describe('The keywords of the category.'),
});

const row = categoryOutput.omit({keywords: true});

/** The key of a custom category: a UUID with underscores, derived from the id so that it is the same on every run. */
function generatedKey(id: number): string {
  const digits = createHash('sha256').update(`category ${id}`).digest('hex');
  return `${digits.slice(0, 8)}_${digits.slice(8, 12)}_4${digits.slice(13, 16)}_a${digits.slice(17, 20)}_${digits.slice(20, 32)}`;
}

export const categories: Resource<CategoryRow, z.infer<typeof input>> = {
  name: 'categories',
  itemType: 'category',
  tag: tags.categories,
  firstId: 1039,
  order: ['ordinal', 'name'],
  indexes: {item_type: ['ordinal', 'name']},
  output: categoryOutput,
  row,
  body: input,
  build: (body, {id}) => ({
    id,
    item_type: body.item_type ?? 'Constituent',
    name: body.name,
    key: body.key ?? generatedKey(id),
    facet_type: body.facet_type ?? 'list',
    ordinal: body.ordinal ?? 100,
    removable: body.removable ?? true,
    editable: body.editable ?? true,
    display_format: body.display_format ?? 'compact',
  }),
  present: (row, transaction) => presentCategory(row, keywordsOf(row.id, transaction), transaction),
  unlisted: 'categories for other records than constituents',
  columns: {name: 'Name', item_type: 'Used for', keywords: 'Keywords'},
  importer: {nested: [{array: 'keywords', to: keywords.name, field: 'category_id'}]},
  learned: {
    facts: ['id', 'item_type', 'ordinal', 'removable', 'editable'],
    words: ['name', 'key', 'facet_type', 'display_format'],
  },
  seedExample: [{$id: 'interests', item_type: 'Constituent', name: 'Interests', key: 'interests'}],
  examples: {
    createCategory: {body: () => ({item_type: 'Constituent', name: 'Languages'})},
    updateCategory: {body: () => ({facet_type: 'single'})},
  },
};

const presentWith = presenterOf<CategoryRow, readonly object[]>(categoryOutput, {keywords: (_, shown) => shown});

/** A category with some of its keywords: all, or those of a constituent. */
export function presentCategory(row: CategoryRow, held: readonly KeywordRow[], transaction: Transaction): object {
  return presentWith(
    row,
    held.map(keyword => keywords.present(keyword, transaction)),
  );
}

export const categoryKind = kindOf(categories, [
  listBy(
    categories,
    'item_type',
    wordFilter(itemTypes).default('Constituent').describe('Lists only those for this kind of record.'),
  ),
  {...create(categories), requiredByContract: ['item_type']},
  show(categories),
  update(categories),
  destroy(categories, codes.destroyUnlisted),
]);
