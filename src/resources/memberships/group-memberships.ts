import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {Resource} from '../../operations/resource.js';
import {body, byOneOf, date, flag, integer, text, timestamp} from '../../schema/fields.js';
import {groups} from './groups.js';

export const groupMembershipOutput = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  group_id: z.int(),
  group_name: z.string(),
  date_start: date.nullable(),
  date_end: date.nullable(),
  is_current: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** The name follows the group's, so that a group that is renamed is renamed everywhere. */
export type GroupMembershipRow = Omit<z.infer<typeof groupMembershipOutput>, 'group_name'>;

export const groupMembershipBody = body({
  group_id: integer.nullish(),
  group_name: text.nullish(),
  date_start: date.nullish(),
  date_end: date.nullish(),
  is_current: flag.nullish(),
}).meta(byOneOf('group_id', 'group_name'));

export const groupMemberships: Resource<GroupMembershipRow, z.infer<typeof groupMembershipBody>> = {
  name: 'group_memberships',
  itemType: 'group_membership',
  tag: 'Group memberships and groups',
  firstId: 595500,
  indexes: {constituent_id: [], group_id: []},
  keys: {group_id: 'group_id'},
  parents: {constituent_id: 'constituents', group_id: 'groups'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {id: 'group_id', name: 'group_name', to: 'groups', required: true},
  ],
  output: groupMembershipOutput,
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
  present: (row, transaction) => ({
    id: row.id,
    constituent_id: row.constituent_id,
    group_id: row.group_id,
    group_name: transaction.rows(groups).get(row.group_id)!.name,
    date_start: row.date_start,
    date_end: row.date_end,
    is_current: row.is_current,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
};

export const operations = [
  show(groupMemberships),
  update(groupMemberships),
  destroy(groupMemberships),
  listUnder(groupMemberships, 'constituents'),
  createUnder(groupMemberships, 'constituents'),
];
