import * as z from 'zod';
import {presenterOf} from '../../operations/reply.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {amount, body, byOneOf, date, externalId, flag, integer, listOf, money, text} from '../../schema/fields.js';
import {derived} from '../../schema/marks.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {assignedField, customFieldBody, customFieldOutput, presentCustomFields} from '../categories/custom-fields.js';
import {presentsTeamMember, teamMember, teamMemberOutput} from '../team-members.js';

export type GiftRow = Readonly<z.infer<typeof giftRow>>;

/** GiftCreate and GiftUpdate. A gift type is required, by id or name; the reference checks that. */
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
  auto_sync_to_qbo: flag.nullish(),
  tribute_name: text.nullish(),
  tributee_name: text.nullish(),
  tribute_dedication: text.nullish(),
  tribute_recipient_name: text.nullish(),
  tribute_recipient_salutation: text.nullish(),
  tribute_recipient_email: text.nullish(),
  tribute_recipient_address: text.nullish(),
  tribute_recipient_notification_template: text.nullish(),
  team_member: teamMember.nullish(),
  custom_fields: listOf(customFieldBody).nullish(),
}).meta(byOneOf('gift_type_id', 'gift_type_name'));

/** The honoree and the recipient of the notice. Observed: written like any other text. */
const tribute = {
  tribute_name: z.string().nullable().describe('The name of the tribute.'),
  tributee_name: z.string().nullable().describe('The person who is honored.'),
  tribute_dedication: z.string().nullable().describe('The dedication.'),
  tribute_recipient_name: z.string().nullable().describe('The recipient of the notification.'),
  tribute_recipient_salutation: z.string().nullable().describe('The greeting for the recipient.'),
  tribute_recipient_email: z.string().nullable().describe("The recipient's e-mail address."),
  tribute_recipient_address: z.string().nullable().describe("The recipient's street address."),
  tribute_recipient_notification_template: z.string().nullable().describe('The template of the notification.'),
};

/** A whole gift: 41 fields. An id of 0 is unset. */
export const giftOutput = z.strictObject({
  id: idOf('the gift'),
  constituent_id: ofConstituent,
  external_id: z
    .string()
    .nullable()
    .describe('The id of the gift in another system, unique among gifts. An integer in bodies, a string in responses.'),
  is_anon: z.boolean().describe('True if the name must not be published.'),
  gift_type_id: z.int().describe('The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment.'),
  gift_type_name: z.string().describe('The name of the type of gift.'),
  gift_category_id: z.int().describe('The category within the type, from `GET /gift_categories`; 0 if there is none.'),
  gift_category_name: z.string().nullable().describe('The name of the category.'),
  campaign_id: z.int().describe('The campaign; 0 if there is none.'),
  campaign_name: z.string().nullable().describe('The name of the campaign.'),
  fund_id: z.int().describe('The fund that receives the money; 0 if there is none.'),
  fund_name: z.string().nullable().describe('The name of the fund.'),
  appeal_id: z.int().describe('The appeal that led to the gift; 0 if there is none.'),
  appeal_name: z.string().nullable().describe('The name of the appeal.'),
  event_id: z.int().describe('The fundraising event; 0 if there is none.'),
  event_name: z.string().nullable().describe('The name of the event.'),
  received_amount: amount.describe('The amount of the gift, in the currency of the account.'),
  received_date: date.nullable().describe('The day of the gift.'),
  payment_type_id: z.int().nullable().describe('The payment type, from `GET /payment_types`.'),
  payment_type_name: z.string().nullable().describe('The name of the payment type.'),
  check_number: z.string().nullable().describe('The number of the check.'),
  deductible_amount: amount.describe('The tax-deductible amount. Defaults to the whole amount on create.'),
  note: z.string().nullable().describe('Free text.'),
  ack_template_name: z
    .string()
    .nullable()
    .describe('The mailing template of the thank-you letter; `do_not_ack` in a body means that no letter is sent.'),
  deposit_date: date.nullable().describe('The day of the deposit. Defaults to the day of the gift on create.'),
  deposited_amount: amount.describe('The deposited amount. Defaults to the whole amount on create.'),
  parent_gift_id: z.int().nullable().describe('The gift that this one pays: for an installment, its pledge.'),
  parent_external_id: derived(z.string()).nullable().describe('The `external_id` of the gift that this one pays.'),
  auto_sync_to_qbo: z
    .literal(false)
    .optional()
    .describe('Automatic posting to the books. Bodies can have it, but it is not stored; see `x-assumed`.'),
  ...tribute,
  ...teamMemberOutput,
  custom_fields: z.array(customFieldOutput).describe('Keywords of categories.'),
  ...moments,
});

/** Names of lookups keep their value as of the write; people and custom fields are looked up. */
export const giftRow = giftOutput
  .omit({parent_external_id: true, auto_sync_to_qbo: true, team_member: true, team_member_email: true})
  .extend({
    team_member_id: z.int().nullable(),
    custom_fields: z.array(assignedField).readonly(),
    /** The constituent's sort key, for sorting gifts. Not on the wire. */
    constituent_sort_key: z.string(),
  });

function parentExternalId({parent_gift_id}: GiftRow, transaction: Transaction): string | null {
  const parent = parent_gift_id === null ? undefined : transaction.rows('gifts').get(parent_gift_id);
  return (parent as (Row & {readonly external_id: string | null}) | undefined)?.external_id ?? null;
}

/** A whole gift. The team member, the parent's external id and the custom fields are looked up. */
export const presentGift = presenterOf<GiftRow>(giftOutput, {
  parent_external_id: parentExternalId,
  // JSON omits undefined fields.
  auto_sync_to_qbo: (_, {assume}) => (assume.auto_sync_to_qbo === 'false' ? false : undefined),
  ...presentsTeamMember,
  custom_fields: ({custom_fields}, transaction) => presentCustomFields(custom_fields, transaction),
});
