import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {Resource} from '../../operations/resource.js';
import {body, date, integer, text, timestamp} from '../../schema/fields.js';
import {membershipLevels} from './membership-levels.js';

export const membershipOutput = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  membership_level_id: z.int().nullable(),
  membership_level_name: z.string().nullable(),
  date_start: date.nullable(),
  finish_date: date.nullable(),
  note: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** The name follows the level's, so that a level that is renamed is renamed everywhere. */
export type MembershipRow = Omit<z.infer<typeof membershipOutput>, 'membership_level_name'>;

const input = body({
  membership_level_id: integer.nullish(),
  membership_level_name: text.nullish(),
  date_start: date.nullish(),
  finish_date: date.nullish(),
  note: text.nullish(),
});

export const memberships: Resource<MembershipRow, z.infer<typeof input>> = {
  name: 'memberships',
  itemType: 'membership',
  tag: 'Membership levels and memberships',
  firstId: 424,
  indexes: {constituent_id: [], membership_level_id: []},
  parents: {constituent_id: 'constituents', membership_level_id: 'membership_levels'},
  references: [
    {id: 'membership_level_id', name: 'membership_level_name', to: 'membership_levels', refuseUnknownName: true},
  ],
  output: membershipOutput,
  body: input,
  resolve: ({membership_level_name: _, ...body}) => body,
  build: (body, {id, parents, transaction: {now}}) => ({
    id,
    constituent_id: parents.constituent_id!,
    membership_level_id: body.membership_level_id ?? null,
    date_start: body.date_start ?? null,
    finish_date: body.finish_date ?? null,
    note: body.note ?? null,
    created_at: now,
    updated_at: now,
  }),
  present: (row, transaction) => ({
    id: row.id,
    constituent_id: row.constituent_id,
    membership_level_id: row.membership_level_id,
    membership_level_name: transaction.rows(membershipLevels).get(row.membership_level_id ?? 0)?.name ?? null,
    date_start: row.date_start,
    finish_date: row.finish_date,
    note: row.note,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
};

export const operations = [
  listUnder(memberships, 'constituents'),
  createUnder(memberships, 'constituents'),
  show(memberships),
  update(memberships),
  destroy(memberships),
];
