import type {Rule} from '../rule.js';
import {encodedTwice} from './filters/encoded-twice.js';
import {expandOrSortIgnored} from './filters/expand-or-sort-ignored.js';
import {filterOutsideQ} from './filters/filter-outside-q.js';
import {queryParameterIgnored} from './filters/query-parameter-ignored.js';
import {scalarQRepeated} from './filters/scalar-q-repeated.js';
import {searchOnListPath} from './filters/search-on-list-path.js';
import {wrongLookupList} from './filters/wrong-lookup-list.js';
import {bareSearchValue} from './searches/bare-search-value.js';
import {containsTakenForEqual} from './searches/contains-taken-for-equal.js';
import {idTermWithText} from './searches/id-term-with-text.js';
import {openEndedDateFrom} from './searches/open-ended-date-from.js';
import {searchWithoutTerm} from './searches/search-without-term.js';
import {semicolonInValue} from './searches/semicolon-in-value.js';
import {unknownSearchTerm} from './searches/unknown-search-term.js';

/** Every mistake that is told, in the order in which findings of one level stand. */
export const rules: readonly Rule[] = [
  filterOutsideQ,
  queryParameterIgnored,
  searchOnListPath,
  expandOrSortIgnored,
  encodedTwice,
  scalarQRepeated,
  wrongLookupList,
  unknownSearchTerm,
  bareSearchValue,
  semicolonInValue,
  idTermWithText,
  openEndedDateFrom,
  containsTakenForEqual,
  searchWithoutTerm,
];

/** What can be turned off, and suppressed. */
export const ruleIds: readonly string[] = rules.map(({id}) => id);
