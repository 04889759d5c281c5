import * as z from 'zod';
import {list} from '../operations/crud.js';
import {beyondContract} from '../operations/operation.js';
import {presenterOf} from '../operations/presenter.js';
import type {ListedResource, ResolveContext} from '../operations/resource.js';
import {type Fields, quote, text} from '../schema/fields.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';

const output = z.strictObject({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role_id: z.int(),
  is_admin: z.boolean(),
  is_primary_contact: z.boolean(),
  is_billing_contact: z.boolean(),
});

export type TeamMemberRow = z.infer<typeof output>;

export const teamMembers: ListedResource<TeamMemberRow> = {
  name: 'team_members',
  itemType: 'team_member',
  tag: 'Lookup lists',
  firstId: 1047033,
  output,
  present: presenterOf(output),
};

/** In a body: an id, an e-mail address, or first and last name. */
export const teamMember = z.preprocess(
  value => (typeof value === 'number' ? String(value) : value),
  text.meta({type: ['string', 'integer']}),
);

/** Replaces a body's `team_member` by `team_member_id`. */
export function resolveTeamMember(body: Fields, {transaction, issues}: ResolveContext<Row>): Fields {
  if (body.team_member === undefined) {
    return body;
  }
  const {team_member: wanted, ...rest} = body;
  if (wanted === null) {
    return {...rest, team_member_id: null};
  }
  const found = transaction
    .rows(teamMembers)
    .listed()
    .toArray()
    .find(({id, email, first_name, last_name}) =>
      [String(id), email, `${first_name} ${last_name}`].includes(wanted as string),
    );
  if (found === undefined) {
    issues.refuse(
      'team_member',
      `no team member matches ${quote(wanted)}; give an id, an e-mail or "First Last"`,
      'unknown-name',
    );
    return rest;
  }
  return {...rest, team_member_id: found.id};
}

/** The two fields that a reply names a team member with. */
export function presentTeamMember(id: number | null, transaction: Transaction) {
  const member = id === null ? undefined : transaction.rows(teamMembers).get(id);
  return {
    team_member: member === undefined ? null : `${member.first_name} ${member.last_name}`,
    team_member_email: member?.email ?? null,
  };
}

export const operations = beyondContract('team_member on gifts and contact reports names one of these', [
  list(teamMembers),
]);
