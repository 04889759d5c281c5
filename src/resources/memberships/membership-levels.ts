import * as z from 'zod';
import {create, destroy, list, show, update} from '../../operations/crud.js';
import {presenterOf} from '../../operations/presenter.js';
import type {Resource} from '../../operations/resource.js';
import {body, integer, text} from '../../schema/fields.js';

const output = z.strictObject({
  id: z.int(),
  name: z.string(),
  ordinal: z.int(),
});

export type MembershipLevelRow = z.infer<typeof output>;

const input = body({
  name: text,
  ordinal: integer.nullish(),
});

export const membershipLevels: Resource<MembershipLevelRow, z.infer<typeof input>> = {
  name: 'membership_levels',
  itemType: 'membership_level',
  tag: 'Membership levels and memberships',
  firstId: 386,
  order: ['ordinal'],
  output,
  body: input,
  build: ({name, ordinal}, {id}) => ({id, name, ordinal: ordinal ?? 100}),
  present: presenterOf(output),
};

export const operations = [
  list(membershipLevels),
  create(membershipLevels),
  show(membershipLevels),
  update(membershipLevels),
  destroy(membershipLevels),
];
