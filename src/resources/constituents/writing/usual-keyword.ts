import type {Settings} from '../../../settings.js';
import type {Transaction} from '../../../store/transaction.js';
import {type CategoryRow, categories} from '../../categories/categories.js';
import type {CategoryValues} from '../../categories/category-values.js';
import {keywords} from '../../categories/keywords.js';

/**
 * The keyword that some accounts assign to each new constituent, if that is assumed: Non Donor, of the category
 * `giving_status`. None if the account lacks the keyword, or if the body has that category.
 * @param said the categories of the body
 */
export function usualKeyword(
  said: readonly CategoryValues[],
  {assume}: Settings,
  transaction: Transaction,
): CategoryValues[] {
  if (assume.new_constituent_keyword === 'none') {
    return [];
  }
  const ofConstituents: readonly CategoryRow[] = transaction
    .rows(categories)
    .where('item_type', 'Constituent')
    .toArray();
  const category = ofConstituents.find(({key}) => key === 'giving_status');
  if (category === undefined || said.some(values => values.category.id === category.id)) {
    return [];
  }
  const offered = transaction.rows(keywords).where('category_id', category.id).toArray();
  const keyword = offered.find(({name, archived}) => name === 'Non Donor' && !archived);
  return keyword === undefined ? [] : [{category, keywords: [keyword], replace: false, isSingle: false}];
}
