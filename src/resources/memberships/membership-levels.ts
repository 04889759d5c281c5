import * as z from 'zod';
import {create, destroy, list, show, update} from '../../operations/crud.js';
import {kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, nameField, ordinalField} from '../../schema/common-fields.js';
import {body, integer, text} from '../../schema/fields.js';
import {tags} from '../tags.js';

export type MembershipLevelRow = z.infer<typeof output>;

const input = body({name: text, ordinal: integer.nullish()});

const output = z.strictObject({
  id: idOf('the membership level'),
  name: nameField,
  ordinal: ordinalField,
});

export const membershipLevels: Resource<MembershipLevelRow, z.infer<typeof input>> = {
  name: 'membership_levels',
  itemType: 'membership_level',
  tag: tags.memberships,
  firstId: 386,
  order: ['ordinal'],
  output,
  body: input,
  build: ({name, ordinal}, {id}) => ({id, name, ordinal: ordinal ?? 100}),
  present: presenterOf(output),
  learned: {facts: ['id', 'ordinal'], texts: ['name']},
  seedExample: [{$id: 'patron', name: 'Patron'}],
  examples: {
    createMembershipLevel: {body: () => ({name: 'Platinum'})},
    updateMembershipLevel: {body: () => ({ordinal: 10})},
  },
};

export const membershipLevelKind = kindOf(membershipLevels, [
  list(membershipLevels),
  create(membershipLevels),
  show(membershipLevels),
  update(membershipLevels),
  destroy(membershipLevels),
]);
