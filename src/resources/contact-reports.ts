import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../operations/crud.js';
import {kindOf, type Resource} from '../operations/kinds/kind.js';
import {presenterOf} from '../operations/reply.js';
import {type SearchSpec, searchOperation, sortedList} from '../operations/search-operation.js';
import {idOf, moments} from '../schema/common-fields.js';
import {body, date, integer, text} from '../schema/fields.js';
import {onDay} from '../schema/formats.js';
import {derived} from '../schema/marks.js';
import {keyed} from '../search/condition.js';
import {foldedKey} from '../search/fold.js';
import type {Sorts} from '../search/sorts.js';
import type {Term} from '../search/term.js';
import {constituents} from './constituents/constituents.js';
import {constituentKeywordTerm, containsText, dayTerms, isOneOf, updatedTerms} from './search-terms.js';
import {refuseBlankText} from './shared.js';
import {tags} from './tags.js';
import {
  importsTeamMember,
  presentsTeamMember,
  resolveTeamMember,
  teamMember,
  teamMemberOutput,
} from './team-members.js';
import {makeTypeValue} from './types.js';

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
  constituent_id: z.int().describe('The constituent that the report is about.'),
  name: derived(z.string())
    .nullable()
    .describe("The subject. Defaults to `Contact report for '<sort_name>'` on create."),
  contact_report_type_id: z.int().nullable().describe('The kind of contact, from `GET /types/contact_report_types`.'),
  contact_report_type_name: z
    .string()
    .nullable()
    .describe('The name of the kind of contact. A new name creates a new kind.'),
  original_date: date.describe('The day of the contact. Defaults to today on create.'),
  text: z.string().describe('The text of the report.'),
  ...teamMemberOutput,
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
  reads: ['constituent_keywords'],
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents'},
    {
      id: 'contact_report_type_id',
      name: 'contact_report_type_name',
      to: 'contact_report_types',
      unknownId: 'drop',
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
  columns: {original_date: 'Date', constituent_id: 'Constituent', contact_report_type_id: 'Type', text: 'Text'},
  sortedAs: {original_date: 'date', constituent_id: 'constituent_id'},
  title: ({contact_report_type_name, constituent_id, original_date}, nameOf) =>
    `${contact_report_type_name ?? 'Contact'} with ${nameOf('constituents', constituent_id)}${onDay(original_date)}`,
  importer: importsTeamMember,
  seedExample: [
    {
      constituent_id: '$ada',
      name: 'Lunch',
      contact_report_type_name: 'Video call',
      original_date: '2025-11-03',
      text: 'Talked of engines.',
    },
  ],
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

const own = (key: string) => keyed('contact_reports', key);

/** Contract: "Contact report search terms". */
const terms: readonly Term[] = [
  ...dayTerms('original_date', own('original_date')),
  containsText('name', own('name'), 'the name contains the text'),
  containsText('text', own('text'), 'the text contains the text'),
  isOneOf('contact_report_type_id', own('type'), 'of one of the types', 'contact_report_types'),
  isOneOf('constituent_id', own('constituent_id'), 'about one of the constituents'),
  constituentKeywordTerm('contact_reports', 'about a constituent that holds one of the keywords'),
  ...updatedTerms('contact_reports'),
];

/** Reports of one day are ordered like their days: by descending id if the latest day comes first. */
const contactReportSorts: Sorts<ContactReportRow> = {
  name: ['name'],
  date: ['original_date', 'id'],
  constituent_id: ['constituent_id'],
};

export const contactReportSearch: SearchSpec<ContactReportRow> = {
  resource: contactReports,
  terms,
  order: ['-original_date', '-id'],
  sorts: contactReportSorts,
};

export const contactReportKind = kindOf(contactReports, [
  searchOperation(contactReportSearch),
  listUnder(contactReports, 'constituents'),
  createUnder(contactReports, 'constituents'),
  sortedList(contactReports, contactReportSorts),
  show(contactReports),
  update(contactReports),
  destroy(contactReports),
]);
