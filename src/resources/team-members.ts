import * as z from 'zod';
import {list} from '../operations/crud.js';
import type {ResolveContext} from '../operations/kinds/context.js';
import {type ImportContext, type ImportedRecord, kindOf, type ListedResource} from '../operations/kinds/kind.js';
import {beyondContract} from '../operations/operation.js';
import {presenterOf} from '../operations/reply.js';
import {idOf} from '../schema/common-fields.js';
import {type Fields, quote, text} from '../schema/fields.js';
import {derived} from '../schema/marks.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import {tags} from './tags.js';

export type TeamMemberRow = z.infer<typeof output>;

const output = z.strictObject({
  id: idOf('the team member'),
  first_name: z.string().describe('Given name.'),
  last_name: z.string().describe('Family name.'),
  email: z.string().describe('E-mail address.'),
  role_id: z.int().describe('The role of the team member.'),
  is_admin: z.boolean().describe('True if the team member administers the account.'),
  is_primary_contact: z.boolean().describe('True if the team member is the primary contact of the account.'),
  is_billing_contact: z.boolean().describe('True if the team member receives the bills.'),
});

export const teamMembers: ListedResource<TeamMemberRow> = {
  name: 'team_members',
  itemType: 'team_member',
  tag: tags.lookups,
  firstId: 1047033,
  output,
  present: presenterOf(output),
  build: ({first_name, last_name, email}, {id}) => ({
    id,
    first_name,
    last_name,
    email,
    role_id: 0,
    is_admin: false,
    is_primary_contact: false,
    is_billing_contact: false,
  }),
  columns: {first_name: 'First name', last_name: 'Last name', email: 'E-mail'},
  title: member => fullName(member),
  importer: {required: ['first_name', 'last_name', 'email']},
  seedExample: [{$id: 'nell', first_name: 'Nell', last_name: 'Ortega', email: 'nell.ortega@example.com'}],
};

/** Output fields of a record that has a team member. */
export const teamMemberOutput = {
  team_member: derived(z.string())
    .nullable()
    .describe(
      'The responsible team member. An id, an e-mail address, or first and last name in bodies; first and last name in responses.',
    ),
  team_member_email: derived(z.string()).nullable().describe('The e-mail address of the team member.'),
};

/** The forms in a body: an id, an email address, or first and last name. */
export const teamMember = z.preprocess(
  value => (typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value),
  text.meta({type: ['string', 'integer']}),
);

/**
 * Replaces `team_member` with `team_member_id`. Observed: an unknown team member is ignored silently, so an update
 * keeps the previous one; a blank one means none. An imported record may also have `team_member_email`, like responses,
 * which then identifies the team member.
 */
export function resolveTeamMember(body: Fields, {lookup, issues}: ResolveContext<Row>): Fields {
  const {team_member: name, team_member_email: email, ...rest} = body;
  const wanted = email ?? name;
  if (wanted === undefined) {
    return body;
  }
  if (wanted === null || wanted === '') {
    return {...rest, team_member_id: null};
  }
  const matching = lookup
    .listed(teamMembers.name)
    .filter(member => [String(member.id), member.email, fullName(member)].includes(wanted));
  const found = matching.find(member => fullName(member) === name) ?? matching[0];
  if (found === undefined) {
    issues.ignore(
      email ? 'team_member_email' : 'team_member',
      `no team member matches ${quote(wanted)}; give an id, an e-mail or "First Last"`,
      'unknown-name',
    );
    return rest;
  }
  return {...rest, team_member_id: found.id};
}

const fullName = ({first_name, last_name}: Fields) => `${first_name} ${last_name}`;

export const importsTeamMember = {
  fields: {team_member: teamMember, team_member_email: text},
  ids: {team_member: 'team_members'},
  addMissing: addMissingTeamMember,
} as const;

/** Adds a team member whose name and email address a response contains, if the address is unknown. */
function addMissingTeamMember({fields, issues}: ImportedRecord, context: ImportContext): void {
  const {team_member: name, team_member_email: email} = fields;
  const [, first_name, last_name] = (typeof name === 'string' && /^(\S+) (.+)$/.exec(name)) || [];
  const isMissing = typeof email === 'string' && email.trim() !== '' && first_name !== undefined;
  if (isMissing && context.find(teamMembers.name, member => member.email === email) === undefined) {
    context.add(teamMembers.name, {first_name, last_name, email}, issues);
  }
}

const memberOf = ({team_member_id}: Looked, transaction: Transaction) =>
  team_member_id === null ? undefined : transaction.rows(teamMembers).get(team_member_id);

interface Looked {
  readonly team_member_id: number | null;
}

/** The two fields for a team member in responses. */
export const presentsTeamMember = {
  team_member: (row: Looked, transaction: Transaction): string | null => {
    const member = memberOf(row, transaction);
    return member === undefined ? null : fullName(member);
  },
  team_member_email: (row: Looked, transaction: Transaction): string | null =>
    memberOf(row, transaction)?.email ?? null,
};

export const teamMemberKind = kindOf(
  teamMembers,
  beyondContract('gifts and contact reports name one of these by team_member', [list(teamMembers)]),
);
