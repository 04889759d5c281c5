import {presenterOf} from '../../operations/replies/presenter.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import {presentCustomFields} from '../categories/custom-fields.js';
import {presentsTeamMember} from '../team-members.js';
import {type GiftRow, giftOutput} from './schema.js';

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
