import type {GiftRow} from '../../src/resources/gifts/schema.js';
import {fold} from '../../src/search/fold.js';
import {compares, randomComparison} from './naive-attributes.js';
import {naiveSearch} from './naive-search.js';
import {choiceTerm, fromTerm, idsTerm, type NaiveTerm, pick, textsTerm, toTerm} from './naive-terms.js';

/** A gift without a reference has the id 0. */
const orUnset = (id: number) => (id === 0 ? null : id);

/** Few gifts have an event, so the term uses one of the types that the test assigns. */
const typeTerm = (typeOf: Parameters<typeof choiceTerm<GiftRow>>[0]): NaiveTerm<GiftRow> => ({
  ...choiceTerm(typeOf, false),
  random: dice => `${pick(dice, ['in', 'ni'])}|${7700 + dice.below(2)}`,
});
const dated = fromTerm<GiftRow>(row => [row.received_date]);

export const giftSearch = naiveSearch<GiftRow>({
  operationId: 'searchGifts',
  rows: data => data.gifts.filter(row => row.gift_type_id !== 14),
  hidden: data => data.gifts.filter(row => row.gift_type_id === 14),
  terms: {
    date_from: {
      random: dated.random,
      finds: (wanted, row, data) => row.received_date === null || dated.finds(wanted, row, data),
    },
    date_to: toTerm(row => [row.received_date]),
    created_from: fromTerm(row => [row.created_at]),
    created_to: toTerm(row => [row.created_at]),
    updated_from: fromTerm(row => [row.updated_at]),
    updated_to: toTerm(row => [row.updated_at]),
    gift_types: choiceTerm(row => row.gift_type_id, false),
    appeal_types: typeTerm(
      ({appeal_id}, data) => data.appeals.find(({id}) => id === appeal_id)?.appeal_type_id ?? null,
    ),
    event_types: typeTerm(({event_id}, data) => data.events.find(({id}) => id === event_id)?.event_type_id ?? null),
    payment_types: choiceTerm(row => row.payment_type_id, true),
    campaigns: choiceTerm(row => orUnset(row.campaign_id), true),
    funds: choiceTerm(row => orUnset(row.fund_id), true),
    appeals: choiceTerm(row => orUnset(row.appeal_id), true),
    events: choiceTerm(row => orUnset(row.event_id), true),
    categories: choiceTerm(row => orUnset(row.gift_category_id), true),
    gift_amount: {
      random: (dice, row) => randomComparison(dice, row?.received_amount ?? 50),
      finds: (wanted, row) => compares(wanted, row.received_amount),
    },
    gift_ids: idsTerm(row => [row.id]),
    external_gift_ids: textsTerm(row => [row.external_id]),
  },
  sorts: {
    name: (row, data) => [fold(data.constituents.find(({id}) => id === row.constituent_id)!.sort_name)],
    gift_amount: row => [row.received_amount],
    date: row => [row.received_date],
    date_created: row => [row.created_at],
    date_updated: row => [row.updated_at],
    fund: row => [row.fund_name],
    appeal: row => [row.appeal_name],
    campaign: row => [row.campaign_name],
    gift_type: row => [row.gift_type_name],
  },
  ties: row => [-row.received_amount],
  order: {by: row => [row.received_date, row.received_amount], reversed: true},
});
