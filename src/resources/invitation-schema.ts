import * as z from 'zod';
import type {ResolveContext} from '../operations/kinds/context.js';
import {kindOf} from '../operations/kinds/kind.js';
import {idOf, moments} from '../schema/common-fields.js';
import {named} from '../schema/components.js';
import {amount, body, date, type Fields, flag, integer, listOf, text} from '../schema/fields.js';
import {isMissing} from '../schema/items.js';
import {derived, impersonal} from '../schema/marks.js';
import type {Row} from '../store/order.js';
import {assignedAttribute, customAttributeBody, customAttributeOutput} from './attributes.js';
import {assignedField, customFieldBody, customFieldOutput} from './categories/custom-fields.js';

/** A day on which an invited person attended, stored in the invitation's row. */
type Attendance = Readonly<z.infer<typeof attendanceOutput>>;

const attendanceBody = named(
  'AttendanceCreate',
  body({
    id: integer.nullish().describe('The attendance of this invitation to change.'),
    date: date.describe('The day.'),
    notes: text.nullish().describe('Free text.'),
  }),
);

const attendanceOutput = named(
  'Attendance',
  z.strictObject({
    id: idOf('the attendance'),
    date: date.describe('The day.'),
    notes: z.string().nullable().describe('Free text.'),
  }),
);

/** The counter for ids of attendances, which are not separate records. */
export const attendances = {name: 'attendances', firstId: 60300};

export const attendanceKind = kindOf(attendances);

type Context = ResolveContext<Row & {readonly attendances: readonly Attendance[]}>;

/**
 * Replaces the `attendances` of a body by the invitation's resulting ones: an element with the id of an existing
 * attendance changes it; the others are added. An imported record replaces all of them.
 */
export function resolveAttendances(body: Fields, {row, imported, issues, transaction}: Context): Fields {
  const {attendances: sent, ...rest} = body;
  if (isMissing(sent)) {
    return rest;
  }
  const after = new Map((row?.attendances ?? []).map(one => [one.id, one]));
  (sent as Array<z.infer<typeof attendanceBody>>).forEach(({id, date, notes}, index) => {
    if (imported !== undefined && typeof id === 'number') {
      transaction.reserveId(attendances, id);
    } else if (typeof id === 'number' && !after.has(id)) {
      const message = `there is no attendance with id ${id} in this invitation`;
      issues.at('attendances').at(index).refuse('id', message, 'unknown-id');
    }
    const own = id ?? transaction.takeId(attendances);
    after.set(own, {id: own, date, notes: (notes === undefined ? after.get(own)?.notes : notes) ?? null});
  });
  return {...rest, attendances: [...after.values()]};
}

export type InvitationRow = Readonly<z.infer<typeof invitationRow>>;

export const invitationBody = body({
  constituent_id: integer.nullish(),
  event_id: integer,
  parent_invitation_id: integer.nullish(),
  notes: text.nullish(),
  rsvp: integer.nullish(),
  attended: integer.nullish(),
  assigned_to: integer.nullish(),
  attendee_names: text.nullish(),
  guest_first_name: text.nullish().describe('Given name of a guest; responses have `guest_name`.'),
  guest_last_name: text.nullish().describe('Family name of a guest; responses have `guest_name`.'),
  is_a_guest: flag.nullish(),
  attendances: listOf(attendanceBody).nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
  custom_attrs: listOf(customAttributeBody).nullish(),
});

export type InvitationBody = Omit<
  z.infer<typeof invitationBody>,
  'parent_invitation_id' | 'attendances' | 'custom_fields' | 'custom_attrs'
> &
  Partial<Pick<InvitationRow, 'parent_invitation_id' | 'attendances' | 'custom_fields' | 'custom_attrs'>>;

/** A whole invitation, also in lists: 24 fields. */
export const invitationOutput = z.strictObject({
  id: idOf('the invitation'),
  constituent_id: z.int().nullable().describe('The invited constituent; null for a guest.'),
  guest_name: derived(z.string()).describe(
    'First and last name of the constituent or guest, or the name of the organization.',
  ),
  is_a_guest: z.boolean().describe('True for a guest of an invited constituent.'),
  parent_invitation_id: z
    .int()
    .describe('The invitation of the constituent who brings this guest; 0 if there is none.'),
  parent_invitation_guest_name: derived(z.string()).nullable().describe('The `guest_name` of that invitation.'),
  event_id: z.int().describe('The event.'),
  name: derived(z.string()).describe('`Event: ` and the name of the event.'),
  notes: z.string().nullable().describe('Free text.'),
  rsvp: impersonal(z.int()).describe('The reply: 1 yes, 2 no, 3 maybe, 4 unknown; 0 if there is none.'),
  attended: impersonal(z.int()).describe(
    'Attendance: 1 if the constituent or guest attended, otherwise 0. An attendance sets it to 1.',
  ),
  raised: derived(amount.describe("The sum of the constituent's gifts to the event.")),
  status: z
    .string()
    .describe('`attended` after an attendance; otherwise the meaning of `rsvp`: `yes`, `no`, `maybe`, `unknown`.'),
  donated: derived(z.boolean()).describe('True if the constituent has a gift to the event.'),
  assigned_to: z.int().nullable().describe('The id of the team member who is responsible.'),
  additional_guests: derived(impersonal(z.int())).describe(
    'The number of guests that have this invitation as `parent_invitation_id`.',
  ),
  attendees: impersonal(z.int()).describe('The number of people who attended: 1 or 0, for any number of attendances.'),
  attendee_names: z.string().nullable().describe('Free text: the people who attended.'),
  attend_count: impersonal(z.int()).describe('Always 0, even with attendances. Observed on the service.'),
  attendances: z.array(attendanceOutput).describe('The days on which the person attended.'),
  custom_fields: z.array(customFieldOutput).describe('Keywords of categories.'),
  custom_attrs: z.array(customAttributeOutput).describe('Values of custom attributes for invitations.'),
  ...moments,
});

/** The event's name and the parent's id remain if the event or the parent invitation is deleted. */
export const invitationRow = invitationOutput
  .omit({
    guest_name: true,
    parent_invitation_guest_name: true,
    raised: true,
    status: true,
    donated: true,
    additional_guests: true,
    attendees: true,
    attend_count: true,
  })
  .extend({
    guest_first_name: z.string().nullable(),
    guest_last_name: z.string().nullable(),
    attendances: z.array(attendanceOutput.readonly()).readonly(),
    custom_fields: z.array(assignedField).readonly(),
    custom_attrs: z.array(assignedAttribute).readonly(),
  });
