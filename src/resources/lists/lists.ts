import * as z from 'zod';
import {list} from '../../operations/crud.js';
import {kindOf, type ListedResource} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {type SearchSpec, searchOperation} from '../../operations/search-operation.js';
import {idOf, nameField} from '../../schema/common-fields.js';
import {keyed} from '../../search/condition.js';
import {foldedKey} from '../../search/fold.js';
import {text} from '../../search/read-values.js';
import {term} from '../../search/term.js';
import {tags} from '../tags.js';

/** A static list of constituents; `list-members.ts` has its members. */
export type ListRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the list'),
  name: nameField,
  description: z.string().nullable().describe('A sentence or two about it.'),
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
  importer: {required: ['name']},
  examples: {searchLists: {query: {'q[]': 'name=e'}}},
};

export const listSearch: SearchSpec<ListRow> = {
  resource: lists,
  terms: [
    term({
      name: 'name',
      value: text,
      finds: 'the name contains the text',
      condition: value => keyed('lists', 'name').containing(value),
    }),
  ],
  order: [],
};

export const listKind = kindOf(
  lists,
  beyondContract('clients use these lists of constituents; what they look like is assumed', [
    searchOperation(listSearch),
    list(lists),
  ]),
);
