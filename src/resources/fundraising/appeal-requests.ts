import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {ResolveContext} from '../../operations/kinds/context.js';
import {type ImportContext, type ImportedRecord, kindOf, type Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {amount, body, date, type Fields, idIn, integer, listOf, money, text} from '../../schema/fields.js';
import {isName} from '../../schema/items.js';
import {derived} from '../../schema/marks.js';
import type {Transaction} from '../../store/transaction.js';
import {
  addMissingAttributes,
  assignedAttribute,
  customAttributeBody,
  customAttributeOutput,
  importsAttributes,
  presentCustomAttributes,
  resolveAttributesFor,
} from '../attributes.js';
import {
  addMissingCategories,
  assignedField,
  customFieldBody,
  customFieldOutput,
  fieldsOfAppealRequests,
  importsFields,
  presentCustomFields,
  resolveFieldsFor,
} from '../categories/custom-fields.js';
import {constituents} from '../constituents/constituents.js';
import {gifts} from '../gifts/gifts.js';
import {sumOfAmounts} from '../shared.js';
import {tags} from '../tags.js';
import {appeals} from './appeals.js';

export type AppealRequestRow = Readonly<z.infer<typeof row>>;

type AppealRequestBody = Omit<z.infer<typeof input>, 'custom_fields' | 'custom_attrs'> &
  Partial<Pick<AppealRequestRow, 'custom_fields' | 'custom_attrs'>>;

const input = body({
  constituent_id: integer,
  appeal_id: integer,
  ask_amount: money.nullish(),
  status: text.nullish(),
  assigned_to: integer.nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
  custom_attrs: listOf(customAttributeBody).nullish(),
});

const output = z.strictObject({
  id: idOf('the appeal request'),
  constituent_id: ofConstituent,
  constituent_name: derived(z.string()).describe('The `sort_name` of the constituent.'),
  appeal_id: z.int().describe('The appeal.'),
  name: derived(z.string()).describe('`Appeal: `, the name of the appeal, and its date in parentheses if it has one.'),
  raised: derived(amount.describe("The sum of the constituent's gifts to the appeal.")),
  status: z.string().describe('Any text. Defaults to `open` on create.'),
  ask_amount: amount.nullable().describe('The requested amount.'),
  assigned_to: z.int().nullable().describe('The id of the team member who is assigned to the request.'),
  custom_fields: z.array(customFieldOutput).describe('Keywords of categories.'),
  custom_attrs: z.array(customAttributeOutput).describe('Values of custom attributes for invitations.'),
  ...moments,
});

const row = output
  .omit({constituent_name: true, raised: true})
  .extend({custom_fields: z.array(assignedField).readonly(), custom_attrs: z.array(assignedAttribute).readonly()});

/** The contract has no category type for appeal requests, so any type is accepted. */
const resolveFields = resolveFieldsFor('Constituent', 'Gift', 'VolunteerTime');
/** Appeal requests use the definitions for invitations. */
const resolveAttributes = resolveAttributesFor('Invitation');

function resolve(body: Fields, context: ResolveContext<AppealRequestRow>): Fields {
  const {row, transaction} = context;
  const resolved = resolveAttributes(resolveFields(body, context), context);
  return row !== undefined && typeof body.appeal_id === 'number' && body.appeal_id !== row.appeal_id
    ? {...resolved, name: generatedName(body.appeal_id, transaction)}
    : resolved;
}

function generatedName(appealId: number, transaction: Transaction): string {
  const appeal = transaction.rows(appeals).get(appealId)!;
  return `Appeal: ${appeal.name}${appeal.date === null ? '' : ` (${appeal.date})`}`;
}

/** Adds a missing appeal: the generated name contains its name and date. */
function addMissingAppeal({fields: {appeal_id, name}, issues}: ImportedRecord, context: ImportContext): void {
  const id = idIn(appeal_id);
  const [, appeal, day] = (isName(name) && /^Appeal: (.+?)(?: \((\d{4}-\d{2}-\d{2})\))?$/.exec(name)) || [];
  if (id !== undefined && appeal !== undefined && context.get(appeals.name, id) === undefined) {
    context.add(appeals.name, {id, name: appeal, date: date.safeParse(day).data}, issues);
  }
}

function raised(row: AppealRequestRow, transaction: Transaction): number {
  const given = transaction.rows(gifts).where('constituent_id', row.constituent_id).toArray();
  return sumOfAmounts(given.flatMap(gift => (gift.appeal_id === row.appeal_id ? gift.received_amount : [])));
}

export const appealRequests: Resource<AppealRequestRow, AppealRequestBody> = {
  name: 'appeal_requests',
  itemType: 'appeal_request',
  tag: tags.appealRequests,
  firstId: 316200,
  indexes: {constituent_id: [], appeal_id: []},
  reads: [gifts.name],
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents', required: true},
    {id: 'appeal_id', to: 'appeals', required: true},
    {id: 'assigned_to', to: 'team_members'},
  ],
  output,
  row,
  body: input,
  resolve,
  build: (body, {id, transaction}) => ({
    id,
    constituent_id: body.constituent_id,
    appeal_id: body.appeal_id,
    name: generatedName(body.appeal_id, transaction),
    status: body.status ?? 'open',
    ask_amount: body.ask_amount ?? null,
    assigned_to: body.assigned_to ?? null,
    custom_fields: body.custom_fields ?? [],
    custom_attrs: body.custom_attrs ?? [],
    created_at: transaction.now,
    updated_at: transaction.now,
  }),
  present: presenterOf<AppealRequestRow>(output, {
    constituent_name: ({constituent_id}, transaction) => transaction.rows(constituents).get(constituent_id)!.sort_name,
    raised,
    custom_fields: ({custom_fields}, transaction) => presentCustomFields(custom_fields, transaction),
    custom_attrs: ({custom_attrs}, transaction) => presentCustomAttributes(custom_attrs, transaction),
  }),
  columns: {
    constituent_id: 'Constituent',
    appeal_id: 'Appeal',
    status: 'Status',
    ask_amount: 'Asked',
    raised: 'Raised',
  },
  title: (row, nameOf) => `${row.name}, ${nameOf('constituents', row.constituent_id)}`,
  importer: {
    fields: {...importsFields.fields, ...importsAttributes.fields},
    ids: {...importsFields.ids, ...importsAttributes.ids},
    keeps: ['custom_fields', 'custom_attrs'],
    addMissing: (record, context) => {
      addMissingAppeal(record, context);
      addMissingCategories(fieldsOfAppealRequests, record, context);
      addMissingAttributes('Invitation', record, context);
    },
  },
  seedExample: [{constituent_id: '$ada', appeal_id: '$spring', ask_amount: 500}],
  examples: {
    createAppealRequestOfAppeal: {body: first => ({constituent_id: first('constituents'), ask_amount: 500})},
    createAppealRequestOfConstituent: {body: first => ({appeal_id: first('appeals'), ask_amount: 500})},
    updateAppealRequest: {body: () => ({ask_amount: 750})},
  },
};

export const appealRequestKind = kindOf(appealRequests, [
  listUnder(appealRequests, 'appeals'),
  createUnder(appealRequests, 'appeals'),
  show(appealRequests),
  update(appealRequests),
  destroy(appealRequests),
  createUnder(appealRequests, 'constituents', input.omit({constituent_id: true})),
  listUnder(appealRequests, 'constituents'),
]);
