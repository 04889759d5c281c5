import * as z from 'zod';
import {kindOf, type StoredKind} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {idOf, ofConstituent} from '../../schema/common-fields.js';

/** Membership of a constituent in a list. Never in a response: the search term `lists` uses it. */
export type ListMemberRow = z.infer<typeof output>;

const output = z.strictObject({
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
  output,
  present: presenterOf(output),
  build: ({list_id, constituent_id}, {id}) => ({id, list_id, constituent_id}),
};

export const listMemberKind = kindOf(listMembers);
