import * as z from 'zod';
import type {ResolveContext} from '../../operations/kinds/context.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {idOf} from '../../schema/common-fields.js';
import {named} from '../../schema/components.js';
import {body, date, type Fields, integer, text} from '../../schema/fields.js';
import {isMissing} from '../../schema/items.js';
import type {Row} from '../../store/order.js';

/** A day on which an invited person attended, stored in the invitation's row. */
type Attendance = Readonly<z.infer<typeof attendanceOutput>>;

export const attendanceBody = named(
  'AttendanceCreate',
  body({
    id: integer.nullish().describe('One of the attendances of this invitation, to change it.'),
    date: date.describe('The day.'),
    notes: text.nullish().describe('Free text.'),
  }),
);

export const attendanceOutput = named(
  'Attendance',
  z.strictObject({
    id: idOf('the attendance'),
    date: date.describe('The day.'),
    notes: z.string().nullable().describe('Free text.'),
  }),
);

/** The counter for ids of attendances, which are not records of their own. */
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
