import type {ListRow} from '../../src/resources/lists.js';
import {naiveSearch} from './naive-search.js';
import {containing} from './naive-terms.js';

export const listSearch = naiveSearch<ListRow>({
  operationId: 'searchLists',
  rows: data => data.lists,
  terms: {name: containing(row => [row.name])},
  sorts: {},
  order: {by: row => [row.id], reversed: false},
});
