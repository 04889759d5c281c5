import * as z from 'zod';
import type {Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/replies/presenter.js';
import {idOf, moments} from '../../schema/common-fields.js';
import {body, date, integer, text} from '../../schema/fields.js';
import {foldedKey} from '../../search/fold.js';
import {refuseBlankText} from '../blank-text.js';
import {constituents} from '../constituents/constituents.js';
import {tags} from '../tags.js';
import {
  addMissingTeamMember,
  importsTeamMember,
  presentsTeamMember,
  resolveTeamMember,
  teamMember,
} from '../team-members.js';
import {makeTypeValue} from '../types.js';

export type ContactReportRow = z.infer<typeof row>;

type ContactReportBody = z.infer<typeof input> & Partial<Pick<ContactReportRow, 'team_member_id'>>;

const input = body({
  name: text.nullish(),
  contact_report_type_id: integer.nullish(),
  contact_report_type_name: text.nullish(),
  original_date: date.nullish(),
  text: text.meta({pattern: String.raw`\S`}),
  team_member: teamMember.nullish(),
});

const output = z.strictObject({
  id: idOf('the contact report'),
  constituent_id: z.int().describe('The constituent it is about.'),
  name: z.string().nullable().describe("`Contact report for '<sort_name>'` where it is not sent on create."),
  contact_report_type_id: z.int().nullable().describe('The kind of contact, from `GET /types/contact_report_types`.'),
  contact_report_type_name: z
    .string()
    .nullable()
    .describe('The name of the kind of contact. A name that no kind has makes a new kind.'),
  original_date: date.describe('The day of the contact; today where it is not sent on create.'),
  text: z.string().describe('What was said and done.'),
  team_member: z
    .string()
    .nullable()
    .describe(
      'Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name.',
    ),
  team_member_email: z.string().nullable().describe('The e-mail address of the team member.'),
  ...moments,
});

const row = output.omit({team_member: true, team_member_email: true}).extend({team_member_id: z.int().nullable()});

export const contactReports: Resource<ContactReportRow, ContactReportBody> = {
  name: 'contact_reports',
  itemType: 'contact_report',
  tag: tags.contactReports,
  firstId: 9900,
  indexes: {constituent_id: []},
  keys: {
    original_date: row => [`${row.original_date}T00:00:00Z`],
    type: row => (row.contact_report_type_id === null ? [] : [row.contact_report_type_id]),
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
      dropUnknownId: true,
      makeNamed: makeTypeValue('contact_report_types'),
    },
  ],
  output,
  row,
  body: input,
  changes: input.extend({constituent_id: integer.nullish()}),
  resolve: (body, context) => {
    refuseBlankText(body, context);
    return resolveTeamMember(body, context);
  },
  build: (body, {id, parents, transaction}) => ({
    id,
    constituent_id: parents.constituent_id!,
    name: body.name ?? `Contact report for '${transaction.rows(constituents).get(parents.constituent_id!)!.sort_name}'`,
    contact_report_type_id: body.contact_report_type_id ?? null,
    contact_report_type_name: body.contact_report_type_name ?? null,
    original_date: body.original_date ?? transaction.today,
    text: body.text,
    team_member_id: body.team_member_id ?? null,
    created_at: transaction.now,
    updated_at: transaction.now,
  }),
  present: presenterOf<ContactReportRow>(output, presentsTeamMember),
  importer: {...importsTeamMember, addMissing: addMissingTeamMember},
  examples: {
    searchContactReports: {query: {'q[]': 'original_date_from=2024-01-01'}},
    createContactReportOfConstituent: {
      body: () => ({
        contact_report_type_name: 'Call',
        original_date: '2025-12-01',
        text: 'Would like to see the new library.',
      }),
    },
    updateContactReport: {body: () => ({text: 'Came to see the new library.'})},
  },
};
