import {categories} from '../resources/categories/categories.js';
import {type ConstituentKeywordRow, constituentKeywords} from '../resources/categories/constituent-keywords.js';
import {keywords} from '../resources/categories/keywords.js';
import {quote} from '../schema/fields.js';
import type {Transaction} from '../store/transaction.js';
import type {NamedCategory} from './category-mentions.js';
import {idIn, isMissing} from './items.js';
import type {Given, Loading} from './kind.js';

const heldBy = (id: number, transaction: Transaction) =>
  transaction.rows(constituentKeywords).where('constituent_id', id).toArray();

/** Of a list of its own: a keyword of a category for gifts is none that a constituent can hold. */
export function refuseOtherCategories({fields, issues}: Given, loading: Loading) {
  const id = isMissing(fields.keyword_id)
    ? undefined
    : loading.readId(fields.keyword_id, keywords.name, 'keyword_id', issues);
  const keyword = loading.look(keywords.name, id ?? 0);
  const category = loading.look(categories.name, idIn(keyword?.category_id) ?? 0);
  if (category !== undefined && category.item_type !== 'Constituent') {
    issues.refuse('keyword_id', `${id} is of a category for ${quote(category.item_type)}, not for "Constituent"`);
  }
  return {};
}

/** Drops a row that says again what another one says. */
export function dropRepeated(row: ConstituentKeywordRow, transaction: Transaction): void {
  const others = heldBy(row.constituent_id, transaction).filter(({id}) => id !== row.id);
  if (others.some(other => other.keyword_id === row.keyword_id)) {
    transaction.remove(constituentKeywords, row.id);
  }
}

/** Makes a constituent hold these keywords, and of those it held only what the document gives in a list of its own. */
export function assignKeywords(id: number, named: readonly NamedCategory[], loading: Loading): void {
  const {transaction} = loading;
  const wanted = new Set(named.flatMap(({keyword_ids}) => keyword_ids));
  const held = heldBy(id, transaction);
  for (const row of held) {
    if (!wanted.has(row.keyword_id) && !loading.isGiven(constituentKeywords.name, row.id)) {
      transaction.remove(constituentKeywords, row.id);
    }
  }
  for (const keyword_id of wanted) {
    if (!held.some(row => row.keyword_id === keyword_id)) {
      transaction.put(constituentKeywords, {
        id: transaction.takeId(constituentKeywords),
        constituent_id: id,
        keyword_id,
      });
    }
  }
}
