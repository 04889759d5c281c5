import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {presentCustomFields} from '../categories/custom-fields.js';
import {presentTeamMember} from '../team-members.js';
import type {GiftRow} from './schema.js';

function parentExternalId({parent_gift_id}: GiftRow, transaction: Transaction): string | null {
  const parent = parent_gift_id === null ? undefined : transaction.rows('gifts').get(parent_gift_id);
  return (parent as (Row & {readonly external_id: string | null}) | undefined)?.external_id ?? null;
}

/** A whole gift. The team member, the parent's external id and the custom fields are looked up. */
export function presentGift(row: GiftRow, transaction: Transaction): object {
  const {team_member, team_member_email} = presentTeamMember(row.team_member_id, transaction);
  return {
    id: row.id,
    constituent_id: row.constituent_id,
    external_id: row.external_id,
    is_anon: row.is_anon,
    gift_type_id: row.gift_type_id,
    gift_type_name: row.gift_type_name,
    gift_category_id: row.gift_category_id,
    gift_category_name: row.gift_category_name,
    campaign_id: row.campaign_id,
    campaign_name: row.campaign_name,
    fund_id: row.fund_id,
    fund_name: row.fund_name,
    appeal_id: row.appeal_id,
    appeal_name: row.appeal_name,
    event_id: row.event_id,
    event_name: row.event_name,
    received_amount: row.received_amount,
    received_date: row.received_date,
    payment_type_id: row.payment_type_id,
    payment_type_name: row.payment_type_name,
    check_number: row.check_number,
    deductible_amount: row.deductible_amount,
    note: row.note,
    ack_template_name: row.ack_template_name,
    deposit_date: row.deposit_date,
    deposited_amount: row.deposited_amount,
    parent_gift_id: row.parent_gift_id,
    parent_external_id: parentExternalId(row, transaction),
    // What is undefined does not stand in JSON.
    auto_sync_to_qbo: transaction.assume.auto_sync_to_qbo === 'false' ? false : undefined,
    tribute_name: row.tribute_name,
    tributee_name: row.tributee_name,
    tribute_dedication: row.tribute_dedication,
    tribute_recipient_name: row.tribute_recipient_name,
    tribute_recipient_salutation: row.tribute_recipient_salutation,
    tribute_recipient_email: row.tribute_recipient_email,
    tribute_recipient_address: row.tribute_recipient_address,
    tribute_recipient_notification_template: row.tribute_recipient_notification_template,
    team_member,
    team_member_email,
    custom_fields: presentCustomFields(row.custom_fields, transaction),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** A gift in its constituent's list. */
export function presentGiftSummary(row: GiftRow): object {
  return {
    id: row.id,
    constituent_id: row.constituent_id,
    gift_type_id: row.gift_type_id,
    gift_type_name: row.gift_type_name,
    amount: row.received_amount,
    date: row.received_date,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}
