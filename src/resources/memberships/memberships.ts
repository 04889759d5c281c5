import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {body, date, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';
import {membershipLevels} from './membership-levels.js';

export type MembershipRow = z.infer<typeof row>;

const input = body({
  membership_level_id: integer.nullish(),
  membership_level_name: text.nullish(),
  date_start: date.nullish(),
  finish_date: date.nullish(),
  note: text.nullish(),
});

export const membershipOutput = z.strictObject({
  id: idOf('the membership'),
  constituent_id: ofConstituent,
  membership_level_id: z.int().nullable().describe('The level, from `GET /membership_levels`.'),
  membership_level_name: z.string().nullable().describe('The name of the level.'),
  date_start: date.nullable().describe('The first day.'),
  finish_date: date.nullable().describe('The last day of the membership; null if it has no end.'),
  note: z.string().nullable().describe('Free text.'),
  ...moments,
});

/** The name is looked up, so that renaming a level affects all memberships. */
const row = membershipOutput.omit({membership_level_name: true});

export const memberships: Resource<MembershipRow, z.infer<typeof input>> = {
  name: 'memberships',
  itemType: 'membership',
  tag: tags.memberships,
  firstId: 424,
  indexes: {constituent_id: [], membership_level_id: []},
  parents: {constituent_id: 'constituents', membership_level_id: 'membership_levels'},
  references: [
    {id: 'membership_level_id', name: 'membership_level_name', to: 'membership_levels', refuseUnknownName: true},
  ],
  output: membershipOutput,
  row,
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
  present: presenterOf<MembershipRow>(membershipOutput, {
    membership_level_name: ({membership_level_id}, transaction) =>
      transaction.rows(membershipLevels).get(membership_level_id ?? 0)?.name ?? null,
  }),
  columns: {constituent_id: 'Constituent', membership_level_id: 'Level', date_start: 'Start', finish_date: 'End'},
  title: ({constituent_id, membership_level_id}, nameOf) =>
    `${nameOf('membership_levels', membership_level_id)}, ${nameOf('constituents', constituent_id)}`,
  seedExample: [
    {constituent_id: '$ada', membership_level_id: '$patron', date_start: '2025-01-01', finish_date: '2026-12-31'},
  ],
  examples: {
    createMembershipOfConstituent: {
      body: () => ({membership_level_name: 'Gold', date_start: '2025-07-01', finish_date: '2026-06-30'}),
    },
    updateMembership: {body: () => ({finish_date: '2027-06-30'})},
  },
};

export const membershipKind = kindOf(memberships, [
  listUnder(memberships, 'constituents'),
  createUnder(memberships, 'constituents'),
  show(memberships),
  update(memberships),
  destroy(memberships),
]);
