import {createUnder, destroy, findParent, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {beyondContract, codes, operation} from '../../operations/operation.js';
import {page, pageable} from '../../operations/page.js';
import {searchOperation} from '../../operations/search-operation.js';
import {pageQuery} from '../../schema/query.js';
import type {Transaction} from '../../store/transaction.js';
import {gifts} from './gifts.js';
import {presentGiftSummary} from './present.js';
import {giftSummary} from './schema.js';
import {giftSearch} from './search.js';

/** The listed gifts of a constituent. Fast path: usually all gifts are listed, and no row is checked. */
function listedOf(constituentId: number, transaction: Transaction) {
  const all = transaction.rows(gifts);
  const rows = all.where('constituent_id', constituentId);
  const listed = all.unlisted().total === 0 ? undefined : rows.toArray().filter(row => all.isListed(row));
  return listed === undefined || listed.length === rows.total ? rows : pageable(listed);
}

export const giftKind = kindOf(gifts, [
  ...beyondContract('the service offers this search, the contract does not show it', [searchOperation(giftSearch)]),
  operation({
    id: 'listGiftsOfConstituent',
    method: 'GET',
    path: '/api/v1/constituents/{constituent_id}/gifts',
    tag: gifts.tag.name,
    summary: 'List the gifts of one constituent, the latest first, as summaries of eight fields',
    query: pageQuery,
    reply: {kind: 'page', itemType: gifts.itemType, schema: giftSummary},
    codes: codes.read,
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
