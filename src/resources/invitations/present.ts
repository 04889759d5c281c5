import type {CollectionSpec} from '../../store/collection.js';
import type {Transaction} from '../../store/transaction.js';
import {presentCustomAttributes} from '../attributes/custom-attributes.js';
import {presentCustomFields} from '../categories/custom-fields.js';
import {constituents} from '../constituents/constituents.js';
import {gifts} from '../gifts/gifts.js';
import {sumOfAmounts} from '../sum-of-amounts.js';
import type {InvitationRow} from './schema.js';

/** The definition itself depends on a function of this file. */
const invitations: CollectionSpec<InvitationRow> = {name: 'invitations', firstId: 0};

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

/** A whole invitation. Data of other records are looked up: names, gifts, guests. */
export function presentInvitation(row: InvitationRow, transaction: Transaction): object {
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
