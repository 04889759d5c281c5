import * as z from 'zod';
import {createUnder, destroy, list, listUnder, show, update} from '../../operations/crud.js';
import type {Resource} from '../../operations/resource.js';
import {body, date, integer, text, timestamp} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {constituents} from '../constituents/constituents.js';
import {presentTeamMember, resolveTeamMember, teamMember} from '../team-members.js';

const output = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  name: z.string().nullable(),
  contact_report_type_id: z.int(),
  contact_report_type_name: z.string(),
  original_date: date,
  text: z.string(),
  team_member: z.string().nullable(),
  team_member_email: z.string().nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

export type ContactReport = z.infer<typeof output>;

export type ContactReportRow = Omit<z.infer<typeof output>, 'team_member' | 'team_member_email'> & {
  readonly team_member_id: number | null;
};

const input = body({
  name: text.nullish(),
  contact_report_type_id: integer.nullish(),
  contact_report_type_name: text.nullish(),
  original_date: date.nullish(),
  text,
  team_member: teamMember.nullish(),
});

export type ContactReportInput = z.infer<typeof input>;

type ContactReportBody = Omit<z.infer<typeof input>, 'contact_report_type_id' | 'contact_report_type_name'> &
  Pick<ContactReportRow, 'contact_report_type_id' | 'contact_report_type_name'> &
  Partial<Pick<ContactReportRow, 'team_member_id'>>;

export const contactReports: Resource<ContactReportRow, ContactReportBody> = {
  name: 'contact_reports',
  itemType: 'contact_report',
  tag: 'Contact reports',
  firstId: 9900,
  indexes: {constituent_id: []},
  keys: {
    original_date: row => [`${row.original_date}T00:00:00Z`],
    type: 'contact_report_type_id',
    constituent_id: 'constituent_id',
    updated_at: row => [row.updated_at],
  },
  texts: {name: row => foldedKey(row.name), text: row => foldedKey(row.text)},
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {
      id: 'contact_report_type_id',
      name: 'contact_report_type_name',
      to: 'contact_report_types',
      default: 'first',
    },
  ],
  output,
  body: input,
  changes: input.extend({constituent_id: integer.nullish()}),
  resolve: resolveTeamMember,
  build: (body, {id, parents, transaction}) => ({
    id,
    constituent_id: parents.constituent_id!,
    name: body.name ?? `Contact report for '${transaction.rows(constituents).get(parents.constituent_id!)!.sort_name}'`,
    contact_report_type_id: body.contact_report_type_id,
    contact_report_type_name: body.contact_report_type_name,
    original_date: body.original_date ?? transaction.today,
    text: body.text,
    team_member_id: body.team_member_id ?? null,
    created_at: transaction.now,
    updated_at: transaction.now,
  }),
  present: (row, transaction) => ({
    id: row.id,
    constituent_id: row.constituent_id,
    name: row.name,
    contact_report_type_id: row.contact_report_type_id,
    contact_report_type_name: row.contact_report_type_name,
    original_date: row.original_date,
    text: row.text,
    ...presentTeamMember(row.team_member_id, transaction),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
};

export const operations = [
  listUnder(contactReports, 'constituents'),
  createUnder(contactReports, 'constituents'),
  list(contactReports),
  show(contactReports),
  update(contactReports),
  destroy(contactReports),
];
