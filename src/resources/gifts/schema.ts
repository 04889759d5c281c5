import * as z from 'zod';
import {body, byOneOf, date, externalId, flag, integer, listOf, money, text, timestamp} from '../../schema/fields.js';
import {type AssignedField, customFieldBody, customFieldOutput} from '../categories/custom-fields.js';
import {teamMember} from '../team-members.js';

/** GiftCreate and GiftUpdate. That a gift type must be named is the reference's to say: by id or by name. */
export const giftBody = body({
  external_id: externalId.nullish(),
  is_anon: flag.nullish(),
  gift_type_id: integer.nullish(),
  gift_type_name: text.nullish(),
  gift_category_id: integer.nullish(),
  gift_category_name: text.nullish(),
  campaign_id: integer.nullish(),
  campaign_name: text.nullish(),
  fund_id: integer.nullish(),
  fund_name: text.nullish(),
  appeal_id: integer.nullish(),
  appeal_name: text.nullish(),
  event_id: integer.nullish(),
  event_name: text.nullish(),
  received_amount: money.nullish(),
  received_date: date.nullish(),
  payment_type_id: integer.nullish(),
  payment_type_name: text.nullish(),
  check_number: text.nullish(),
  deductible_amount: money.nullish(),
  note: text.nullish(),
  ack_template_name: text.nullish(),
  deposit_date: date.nullish(),
  deposited_amount: money.nullish(),
  parent_gift_id: integer.nullish(),
  parent_external_id: externalId.nullish(),
  team_member: teamMember.nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
}).meta(byOneOf('gift_type_id', 'gift_type_name'));

export type GiftBody = z.infer<typeof giftBody>;

/** Answered, and not writable through the interface. */
const tribute = {
  tribute_name: z.string().nullable(),
  tributee_name: z.string().nullable(),
  tribute_dedication: z.string().nullable(),
  tribute_recipient_name: z.string().nullable(),
  tribute_recipient_salutation: z.string().nullable(),
  tribute_recipient_email: z.string().nullable(),
  tribute_recipient_address: z.string().nullable(),
  tribute_recipient_notification_template: z.string().nullable(),
};

/** A whole gift: 41 fields. An id of 0 is unset. */
export const giftOutput = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  external_id: z.string().nullable(),
  is_anon: z.boolean(),
  gift_type_id: z.int(),
  gift_type_name: z.string(),
  gift_category_id: z.int(),
  gift_category_name: z.string().nullable(),
  campaign_id: z.int(),
  campaign_name: z.string().nullable(),
  fund_id: z.int(),
  fund_name: z.string().nullable(),
  appeal_id: z.int(),
  appeal_name: z.string().nullable(),
  event_id: z.int(),
  event_name: z.string().nullable(),
  received_amount: z.number(),
  received_date: date.nullable(),
  payment_type_id: z.int().nullable(),
  payment_type_name: z.string().nullable(),
  check_number: z.string().nullable(),
  deductible_amount: z.number(),
  note: z.string().nullable(),
  ack_template_name: z.string().nullable(),
  deposit_date: date.nullable(),
  deposited_amount: z.number(),
  parent_gift_id: z.int().nullable(),
  parent_external_id: z.string().nullable(),
  ...tribute,
  team_member: z.string().nullable(),
  team_member_email: z.string().nullable(),
  custom_fields: z.array(customFieldOutput),
  created_at: timestamp,
  updated_at: timestamp,
});

/** A gift in the list of its constituent: 8 fields, two of them by other names than in the whole gift. */
export const giftSummary = z.strictObject({
  id: z.int(),
  constituent_id: z.int(),
  gift_type_id: z.int(),
  gift_type_name: z.string(),
  amount: z.number(),
  date: date.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
});

/** Names of lookups are kept as they were when the gift was written; people and custom fields are looked up. */
export type GiftRow = Readonly<
  Omit<z.infer<typeof giftOutput>, 'parent_external_id' | 'team_member' | 'team_member_email' | 'custom_fields'>
> & {
  readonly team_member_id: number | null;
  readonly custom_fields: readonly AssignedField[];
  /** The constituent's, so that gifts can be sorted by it. Not on the wire. */
  readonly constituent_sort_key: string;
};

export const noTribute = {
  tribute_name: null,
  tributee_name: null,
  tribute_dedication: null,
  tribute_recipient_name: null,
  tribute_recipient_salutation: null,
  tribute_recipient_email: null,
  tribute_recipient_address: null,
  tribute_recipient_notification_template: null,
};
