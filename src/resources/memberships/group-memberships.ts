import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {body, byOneOf, date, flag, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {groups} from './groups.js';

export type GroupMembershipRow = z.infer<typeof row>;

export const groupMembershipBody = body({
  group_id: integer.nullish().describe('The group.'),
  group_name: text.nullish().describe('The name of the group.'),
  date_start: date.nullish().describe('The first day.'),
  date_end: date.nullish().describe('The last day; null if it has no end.'),
  is_current: flag.nullish().describe('True if it is active today.'),
}).meta(byOneOf('group_id', 'group_name'));

export const groupMembershipOutput = z.strictObject({
  id: idOf('the group membership'),
  constituent_id: ofConstituent,
  group_id: z.int().describe('The group.'),
  group_name: z.string().describe('The name of the group.'),
  date_start: date.nullable().describe('The first day.'),
  date_end: date.nullable().describe('The last day; null if it has no end.'),
  is_current: z.boolean().describe('True if it is active today.'),
  ...moments,
});

/** The name is looked up, so that renaming a group affects all memberships. */
const row = groupMembershipOutput.omit({group_name: true});

export const groupMemberships: Resource<GroupMembershipRow, z.infer<typeof groupMembershipBody>> = {
  name: 'group_memberships',
  itemType: 'group_membership',
  tag: tags.groups,
  firstId: 595500,
  indexes: {constituent_id: [], group_id: []},
  keys: {group_id: 'group_id'},
  parents: {constituent_id: 'constituents', group_id: 'groups'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {id: 'group_id', name: 'group_name', to: 'groups', required: true},
  ],
  output: groupMembershipOutput,
  row,
  body: groupMembershipBody,
  changes: groupMembershipBody.extend({constituent_id: integer.nullish()}),
  resolve: ({group_name: _, ...body}) => body,
  build: (body, {id, parents, transaction: {now}}) => ({
    id,
    constituent_id: parents.constituent_id!,
    group_id: body.group_id!,
    date_start: body.date_start ?? null,
    date_end: body.date_end ?? null,
    is_current: body.is_current ?? true,
    created_at: now,
    updated_at: now,
  }),
  present: presenterOf<GroupMembershipRow>(groupMembershipOutput, {
    group_name: ({group_id}, transaction) => transaction.rows(groups).get(group_id)!.name,
  }),
  columns: {
    constituent_id: 'Constituent',
    group_id: 'Group',
    date_start: 'Start',
    date_end: 'End',
    is_current: 'Current',
  },
  title: ({constituent_id, group_id}, nameOf) =>
    `${nameOf('groups', group_id)}, ${nameOf('constituents', constituent_id)}`,
  seedExample: [{constituent_id: '$charles', group_id: '$choir', date_start: '2025-01-01'}],
  examples: {
    createGroupMembershipOfConstituent: {body: first => ({group_id: first('groups'), date_start: '2025-09-01'})},
    updateGroupMembership: {body: () => ({is_current: false, date_end: '2025-12-31'})},
  },
};

export const groupMembershipKind = kindOf(groupMemberships, [
  show(groupMemberships),
  update(groupMemberships),
  destroy(groupMemberships),
  listUnder(groupMemberships, 'constituents'),
  createUnder(groupMemberships, 'constituents'),
]);
