import * as z from 'zod';
import {createUnder, destroy, findParent, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {beyondContract, codes, operation} from '../../operations/operation.js';
import {page, pageable} from '../../operations/page.js';
import {searchOperation} from '../../operations/search-operation.js';
import {idOf, moments, ofConstituent} from '../../schema/common-fields.js';
import {amount, date} from '../../schema/fields.js';
import {pageQuery} from '../../schema/query.js';
import type {Transaction} from '../../store/transaction.js';
import {gifts} from './gifts.js';
import type {GiftRow} from './schema.js';
import {giftSearch} from './search.js';

/** A gift in the list of its constituent: 8 fields, two of which have other names than in the whole gift. */
const giftSummary = z.strictObject({
  id: idOf('the gift'),
  constituent_id: ofConstituent,
  gift_type_id: z.int().describe('The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment.'),
  gift_type_name: z.string().describe('The name of the type of gift.'),
  amount: amount.describe('The amount of the gift: `received_amount` elsewhere.'),
  date: date.nullable().describe('The day of the gift: `received_date` elsewhere.'),
  ...moments,
});

function presentGiftSummary(row: GiftRow): object {
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

function listedOf(constituentId: number, transaction: Transaction) {
  const all = transaction.rows(gifts);
  const rows = all.where('constituent_id', constituentId);
  const listed = all.unlisted().total === 0 ? undefined : rows.toArray().filter(row => all.isListed(row));
  return listed === undefined || listed.length === rows.total ? rows : pageable(listed);
}

export const giftKind = kindOf(gifts, [
  ...beyondContract('the service offers this search, but the contract does not describe it', [
    searchOperation(giftSearch),
  ]),
  operation({
    id: 'listGiftsOfConstituent',
    method: 'GET',
    path: '/api/v1/constituents/{constituent_id}/gifts',
    tag: gifts.tag.name,
    summary: 'List the gifts of one constituent, the latest first, as summaries of eight fields',
    query: pageQuery,
    reply: {kind: 'page', itemType: gifts.itemType, schema: giftSummary},
    codes: codes.read,
    missingIndexes: (_, transaction) => transaction.rows(gifts).missingUnlisted(),
    handle: ({params, query}, transaction) => {
      findParent('constituents', params.constituent_id!, transaction);
      return page(listedOf(params.constituent_id!, transaction), query, presentGiftSummary);
    },
  }),
  createUnder(gifts, 'constituents'),
  show(gifts),
  update(gifts),
  destroy(gifts),
]);
