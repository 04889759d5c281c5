import {createUnder, destroy, listUnder, show, update} from '../operations/crud.js';
import type {ResolveContext} from '../operations/kinds/context.js';
import {type ImportContext, type ImportedRecord, kindOf, type Resource} from '../operations/kinds/kind.js';
import {beyondContract} from '../operations/operation.js';
import {type Fields, idIn} from '../schema/fields.js';
import {isMissing, isName} from '../schema/items.js';
import type {Transaction} from '../store/transaction.js';
import {addMissingAttributes, importsAttributes, presentCustomAttributes, resolveAttributesFor} from './attributes.js';
import {
  addMissingCategories,
  fieldsOfAppealRequests,
  importsFields,
  presentCustomFields,
  resolveFieldsFor,
} from './categories/custom-fields.js';
import {constituents} from './constituents/constituents.js';
import {events} from './fundraising/events.js';
import {gifts} from './gifts/gifts.js';
import {
  type InvitationBody,
  type InvitationRow,
  invitationBody,
  invitationOutput,
  invitationRow,
  resolveAttendances,
} from './invitation-schema.js';
import {sumOfAmounts} from './shared.js';

/** Meaning of each `rsvp`; any other number is treated like 0. */
const replies: Readonly<Record<number, string>> = {1: 'yes', 2: 'no', 3: 'maybe'};

const fullName = (...parts: ReadonlyArray<string | null>) => parts.filter(part => part?.trim()).join(' ');

function guestName(row: InvitationRow, transaction: Transaction): string {
  const invited = row.constituent_id === null ? undefined : transaction.rows(constituents).get(row.constituent_id);
  if (invited === undefined) {
    return fullName(row.guest_first_name, row.guest_last_name);
  }
  const {is_org, org_name, first_name, last_name} = invited;
  return is_org && org_name?.trim() ? org_name : fullName(first_name, last_name);
}

function giftsToEvent({constituent_id, event_id}: InvitationRow, transaction: Transaction) {
  const given =
    constituent_id === null ? [] : transaction.rows(gifts).where('constituent_id', constituent_id).toArray();
  return given.filter(gift => gift.event_id === event_id);
}

/** A whole invitation. Data from other records are looked up: names, gifts, guests. */
function presentInvitation(row: InvitationRow, transaction: Transaction): object {
  const all = transaction.rows(invitations);
  const parent = all.get(row.parent_invitation_id);
  const given = giftsToEvent(row, transaction);
  const hasCome = row.attended === 1;
  return {
    id: row.id,
    constituent_id: row.constituent_id,
    guest_name: guestName(row, transaction),
    is_a_guest: row.is_a_guest,
    parent_invitation_id: row.parent_invitation_id,
    parent_invitation_guest_name: parent === undefined ? null : guestName(parent, transaction),
    event_id: row.event_id,
    name: row.name,
    notes: row.notes,
    rsvp: row.rsvp,
    attended: row.attended,
    raised: sumOfAmounts(given.map(gift => gift.received_amount)),
    status: hasCome ? 'attended' : (replies[row.rsvp] ?? 'unknown'),
    donated: given.length > 0,
    assigned_to: row.assigned_to,
    additional_guests: all.where('parent_invitation_id', row.id).total,
    attendees: hasCome ? 1 : 0,
    attendee_names: row.attendee_names,
    attend_count: 0,
    attendances: row.attendances,
    custom_fields: presentCustomFields(row.custom_fields, transaction),
    custom_attrs: presentCustomAttributes(row.custom_attrs, transaction),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

type Context = ResolveContext<InvitationRow>;

const rules = [
  resolveGuest,
  resolveParent,
  resolveAttendances,
  // As for appeal requests, any type of category is accepted.
  resolveFieldsFor('Constituent', 'Gift', 'VolunteerTime'),
  resolveAttributesFor('Invitation'),
  resolveName,
];

/** Resolves the constituent or guest. A response has one name for a guest, which an import splits in two. */
function resolveGuest(body: Fields, {row, imported, issues}: Context): Fields {
  const {guest_name, ...rest} = body;
  const names = imported !== undefined && isName(guest_name) && isMissing(body.constituent_id) ? split(guest_name) : {};
  const resolved = {...names, ...rest} as Fields;
  const isGuest =
    resolved.is_a_guest === true ||
    Boolean(resolved.parent_invitation_id) ||
    !isMissing(resolved.guest_first_name) ||
    !isMissing(resolved.guest_last_name);
  if (row === undefined && isMissing(resolved.constituent_id) && !isGuest) {
    issues.refuse('constituent_id', 'is required, or guest_first_name, guest_last_name or parent_invitation_id');
  }
  return resolved;
}

function split(name: string) {
  const [first = '', ...others] = name.split(' ');
  return {guest_first_name: first, guest_last_name: others.join(' ') || null};
}

function resolveParent(body: Fields, {row, imported, issues}: Context): Fields {
  if (body.parent_invitation_id !== undefined && body.parent_invitation_id === (row ?? imported)?.id) {
    issues.refuse('parent_invitation_id', 'cannot be the invitation itself');
  }
  return body;
}

function resolveName(body: Fields, {row, transaction}: Context): Fields {
  return row !== undefined && typeof body.event_id === 'number' && body.event_id !== row.event_id
    ? {...body, name: generatedName(body.event_id, transaction)}
    : body;
}

const generatedName = (eventId: number, transaction: Transaction) =>
  `Event: ${transaction.rows(events).get(eventId)!.name}`;

/** Adds a missing event: the generated name contains its name. */
function addMissingEvent({fields: {event_id, name}, issues}: ImportedRecord, context: ImportContext): void {
  const id = idIn(event_id);
  const [, event] = (isName(name) && /^Event: (.+)$/.exec(name)) || [];
  if (id !== undefined && event !== undefined && context.get(events.name, id) === undefined) {
    context.add(events.name, {id, name: event}, issues);
  }
}

export const invitations: Resource<InvitationRow, InvitationBody> = {
  name: 'invitations',
  itemType: 'invitation',
  tag: {name: 'Invitations', description: 'Invitations to events, their guests and the attendances.'},
  firstId: 168400,
  indexes: {constituent_id: [], event_id: [], parent_invitation_id: []},
  reads: [gifts.name],
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {id: 'event_id', to: 'events', required: true},
    {id: 'parent_invitation_id', to: 'invitations', unset: 0},
    {id: 'assigned_to', to: 'team_members'},
  ],
  output: invitationOutput,
  row: invitationRow,
  body: invitationBody,
  resolve: (body, context) => rules.reduce((resolved, rule) => rule(resolved, context), body),
  build: (body, {id, transaction}) => ({
    id,
    constituent_id: body.constituent_id ?? null,
    guest_first_name: body.guest_first_name ?? null,
    guest_last_name: body.guest_last_name ?? null,
    is_a_guest: body.is_a_guest ?? isMissing(body.constituent_id),
    parent_invitation_id: body.parent_invitation_id ?? 0,
    event_id: body.event_id,
    name: generatedName(body.event_id, transaction),
    notes: body.notes ?? null,
    rsvp: body.rsvp ?? 0,
    attended: body.attended ?? 0,
    assigned_to: body.assigned_to ?? null,
    attendee_names: body.attendee_names ?? null,
    attendances: body.attendances ?? [],
    custom_fields: body.custom_fields ?? [],
    custom_attrs: body.custom_attrs ?? [],
    created_at: transaction.now,
    updated_at: transaction.now,
  }),
  // Observed: an invitation with an attendance counts as attended.
  derive: row => (row.attendances.length > 0 && row.attended !== 1 ? {...row, attended: 1} : row),
  present: presentInvitation,
  columns: {guest_name: 'Guest', event_id: 'Event', status: 'Status', raised: 'Raised'},
  title: ({name, guest_first_name, constituent_id}, nameOf) =>
    `${name}, ${guest_first_name ?? nameOf('constituents', constituent_id)}`,
  importer: {
    fields: {...importsFields.fields, ...importsAttributes.fields},
    ids: {...importsFields.ids, ...importsAttributes.ids},
    keeps: ['guest_first_name', 'guest_last_name', 'attendances', 'custom_fields', 'custom_attrs'],
    addMissing: (record, context) => {
      addMissingEvent(record, context);
      addMissingCategories(fieldsOfAppealRequests, record, context);
      addMissingAttributes('Invitation', record, context);
    },
  },
  seedExample: [{constituent_id: '$charles', event_id: '$concert', rsvp: 1}],
  examples: {
    createInvitationOfEvent: {body: first => ({constituent_id: first('constituents'), rsvp: 1})},
    createInvitationOfConstituent: {body: first => ({event_id: first('events'), notes: 'Sits with the board.'})},
    updateInvitation: {body: () => ({attendances: [{date: '2025-12-05', notes: 'Came early.'}]})},
  },
};

export const invitationKind = kindOf(
  invitations,
  beyondContract('observed: the service has invitations to events, but the contract does not describe them', [
    listUnder(invitations, 'events'),
    createUnder(invitations, 'events', invitationBody.omit({event_id: true})),
    listUnder(invitations, 'constituents'),
    createUnder(invitations, 'constituents', invitationBody.omit({constituent_id: true})),
    show(invitations),
    update(invitations),
    destroy(invitations),
  ]),
);
