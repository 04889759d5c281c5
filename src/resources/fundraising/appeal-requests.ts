import * as z from 'zod';
import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import type {ResolveContext, Resource} from '../../operations/resource.js';
import {body, type Fields, integer, listOf, money, text, timestamp} from '../../schema/fields.js';
import type {Transaction} from '../../store/transaction.js';
import {
  type AssignedAttribute,
  assignAttributes,
  customAttributeBody,
  customAttributeOutput,
  presentCustomAttributes,
  resolveCustomAttributes,
} from '../attributes/custom-attributes.js';
import {
  type AssignedField,
  assignFields,
  customFieldBody,
  customFieldOutput,
  presentCustomFields,
  resolveCustomFields,
} from '../categories/custom-fields.js';
import {constituents} from '../constituents/constituents.js';
import {gifts} from '../gifts/gifts.js';
import {appeals} from './appeals.js';

const output = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  constituent_name: z.string(),
  appeal_id: z.int(),
  name: z.string(),
  raised: z.number(),
  status: z.string(),
  ask_amount: z.number().nullable(),
  assigned_to: z.int().nullable(),
  custom_fields: z.array(customFieldOutput),
  custom_attrs: z.array(customAttributeOutput),
  created_at: timestamp,
  updated_at: timestamp,
});

export type AppealRequest = z.infer<typeof output>;

export interface AppealRequestRow {
  readonly id: number;
  readonly constituent_id: number;
  readonly appeal_id: number;
  readonly name: string;
  readonly status: string;
  readonly ask_amount: number | null;
  readonly assigned_to: number | null;
  readonly custom_fields: readonly AssignedField[];
  readonly custom_attrs: readonly AssignedAttribute[];
  readonly created_at: string;
  readonly updated_at: string;
}

const input = body({
  constituent_id: integer,
  appeal_id: integer,
  ask_amount: money.nullish(),
  status: text.nullish(),
  assigned_to: integer.nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
  custom_attrs: listOf(customAttributeBody).nullish(),
});

export type AppealRequestInput = z.infer<typeof input>;

type AppealRequestBody = Omit<z.infer<typeof input>, 'custom_fields' | 'custom_attrs'> &
  Partial<Pick<AppealRequestRow, 'custom_fields' | 'custom_attrs'>>;

function resolve(body: Fields, {transaction, issues, row}: ResolveContext<AppealRequestRow>): Fields {
  const {custom_fields, custom_attrs, ...rest} = body as z.infer<typeof input>;
  const resolved: Fields = rest;
  if (custom_fields) {
    const wanted = resolveCustomFields(custom_fields, anyItemType, transaction, issues.at('custom_fields'));
    resolved.custom_fields = assignFields(row?.custom_fields ?? [], wanted);
  }
  if (custom_attrs) {
    const wanted = resolveCustomAttributes(custom_attrs, 'AppealRequest', transaction, issues.at('custom_attrs'));
    resolved.custom_attrs = assignAttributes(row?.custom_attrs ?? [], wanted, transaction);
  }
  if (row !== undefined && typeof rest.appeal_id === 'number' && rest.appeal_id !== row.appeal_id) {
    resolved.name = generatedName(rest.appeal_id, transaction);
  }
  return resolved;
}

/** The contract has no kind of category for appeal requests: any will do. */
const anyItemType = ['Constituent', 'Gift', 'VolunteerTime'] as const;

function generatedName(appealId: number, transaction: Transaction): string {
  const appeal = transaction.rows(appeals).get(appealId)!;
  return `Appeal: ${appeal.name} (${appeal.date})`;
}

/** What the constituent gave to the appeal. */
function raised(row: AppealRequestRow, transaction: Transaction): number {
  const given = transaction.rows(gifts).where('constituent_id', row.constituent_id).toArray();
  const sum = given.reduce((sum, gift) => sum + (gift.appeal_id === row.appeal_id ? gift.received_amount : 0), 0);
  return Math.round(sum * 100) / 100;
}

export const appealRequests: Resource<AppealRequestRow, AppealRequestBody> = {
  name: 'appeal_requests',
  itemType: 'appeal_request',
  tag: 'Appeal requests',
  firstId: 316200,
  indexes: {constituent_id: [], appeal_id: []},
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'constituent_id', to: 'constituents', required: true},
    {id: 'appeal_id', to: 'appeals', required: true},
    {id: 'assigned_to', to: 'team_members'},
  ],
  output,
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
  present: (row, transaction) => ({
    id: row.id,
    constituent_id: row.constituent_id,
    constituent_name: transaction.rows(constituents).get(row.constituent_id)!.sort_name,
    appeal_id: row.appeal_id,
    name: row.name,
    raised: raised(row, transaction),
    status: row.status,
    ask_amount: row.ask_amount,
    assigned_to: row.assigned_to,
    custom_fields: presentCustomFields(row.custom_fields, transaction),
    custom_attrs: presentCustomAttributes(row.custom_attrs, transaction),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
};

export const operations = [
  listUnder(appealRequests, 'appeals'),
  createUnder(appealRequests, 'appeals'),
  show(appealRequests),
  update(appealRequests),
  destroy(appealRequests),
  createUnder(appealRequests, 'constituents', input.omit({constituent_id: true})),
  listUnder(appealRequests, 'constituents'),
];
