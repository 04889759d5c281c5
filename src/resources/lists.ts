import * as z from 'zod';
import {list} from '../operations/crud.js';
import {kindOf, type ListedResource, type StoredKind} from '../operations/kinds/kind.js';
import {beyondContract} from '../operations/operation.js';
import {presenterOf} from '../operations/reply.js';
import {type SearchSpec, searchOperation} from '../operations/search-operation.js';
import {idOf, nameField, ofConstituent} from '../schema/common-fields.js';
import {keyed} from '../search/condition.js';
import {foldedKey} from '../search/fold.js';
import {containsText} from './search-terms.js';
import {tags} from './tags.js';

/** A static list of constituents. */
export type ListRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the list'),
  name: nameField,
  description: z.string().nullable().describe('A short description.'),
});

export const lists: ListedResource<ListRow> = {
  name: 'lists',
  itemType: 'list',
  tag: tags.lookups,
  firstId: 47210,
  texts: {name: row => foldedKey(row.name)},
  output,
  present: presenterOf(output),
  build: ({name, description}, {id}) => ({id, name, description: description ?? null}),
  columns: {name: 'Name', description: 'Description'},
  importer: {required: ['name']},
  learned: {facts: ['id'], texts: ['name', 'description']},
  seedExample: [{$id: 'newsletter', name: 'Newsletter readers'}],
  examples: {searchLists: {query: {'q[]': 'name=e'}}},
};

export const listSearch: SearchSpec<ListRow> = {
  resource: lists,
  terms: [containsText('name', keyed('lists', 'name'), 'the name contains the text')],
  order: [],
};

export const listKind = kindOf(
  lists,
  beyondContract('clients use these lists of constituents; their form is assumed', [
    searchOperation(listSearch),
    list(lists),
  ]),
);

/** Membership of a constituent in a list. Never in a response: the search term `lists` uses it. */
type ListMemberRow = z.infer<typeof memberOutput>;

const memberOutput = z.strictObject({
  id: idOf('the place on the list'),
  list_id: z.int().describe('The list.'),
  constituent_id: ofConstituent,
});

export const listMembers: StoredKind<ListMemberRow> = {
  name: 'list_members',
  itemType: 'list_member',
  firstId: 830400,
  indexes: {constituent_id: [], list_id: []},
  keys: {list_id: 'list_id'},
  parents: {constituent_id: 'constituents', list_id: 'lists'},
  output: memberOutput,
  present: presenterOf(memberOutput),
  build: ({list_id, constituent_id}, {id}) => ({id, list_id, constituent_id}),
  seedExample: [{constituent_id: '$ada', list_id: '$newsletter'}],
};

export const listMemberKind = kindOf(listMembers);
