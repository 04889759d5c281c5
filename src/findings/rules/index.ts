import type {FindingRule, OtherFinding} from '../rule.js';
import {unusedSuppression} from '../suppressions.js';
import {keyInBrowser} from './addresses/key-in-browser.js';
import {keyInUrl} from './addresses/key-in-url.js';
import {methodNotOffered} from './addresses/method-not-offered.js';
import {nestedPathOfASubRecord} from './addresses/nested-path-of-a-sub-record.js';
import {noSuchResource} from './addresses/no-such-resource.js';
import {unknownListener} from './addresses/unknown-listener.js';
import {wrongBasePath} from './addresses/wrong-base-path.js';
import {dateDefaulted} from './bodies/date-defaulted.js';
import {emptyElement} from './bodies/empty-element.js';
import {patchAppendedTwin} from './bodies/patch-appended-twin.js';
import {preferredNotSet} from './bodies/preferred-not-set.js';
import {putUsed} from './bodies/put-used.js';
import {requiredLeftOut} from './bodies/required-left-out.js';
import {unknownBodyField} from './bodies/unknown-body-field.js';
import {wrongDateFormat} from './bodies/wrong-date-format.js';
import {zeroGift} from './bodies/zero-gift.js';
import {fullScanPoll} from './cost/full-scan-poll.js';
import {gaveUpOn429} from './cost/gave-up-on-429.js';
import {nPlusOne} from './cost/n-plus-one.js';
import {overTheLimit} from './cost/over-the-limit.js';
import {retryBeforeRetryAfter} from './cost/retry-before-retry-after.js';
import {sameGetAgain} from './cost/same-get-again.js';
import {searchItemReadAsDetail} from './cost/search-item-read-as-detail.js';
import {writePerRead} from './cost/write-per-read.js';
import {encodedTwice} from './filters/encoded-twice.js';
import {expandOrSortIgnored} from './filters/expand-or-sort-ignored.js';
import {filterOutsideQ} from './filters/filter-outside-q.js';
import {queryParameterIgnored} from './filters/query-parameter-ignored.js';
import {scalarQRepeated} from './filters/scalar-q-repeated.js';
import {searchOnListPath} from './filters/search-on-list-path.js';
import {wrongLookupList} from './filters/wrong-lookup-list.js';
import {hostRefused} from './host-refused.js';
import {firstPageOnly} from './paging/first-page-only.js';
import {limitNotHonoured} from './paging/limit-not-honoured.js';
import {pagesShifted} from './paging/pages-shifted.js';
import {clockApart} from './readings/clock-apart.js';
import {moneyCountedTwice} from './readings/money-counted-twice.js';
import {summaryReadAsGift} from './readings/summary-read-as-gift.js';
import {idAndNameDisagree} from './references/id-and-name-disagree.js';
import {idOfAnotherAccount} from './references/id-of-another-account.js';
import {nameResolvesToNothing} from './references/name-resolves-to-nothing.js';
import {referenceDropped} from './references/reference-dropped.js';
import {bareSearchValue} from './searches/bare-search-value.js';
import {containsTakenForEqual} from './searches/contains-taken-for-equal.js';
import {idTermWithText} from './searches/id-term-with-text.js';
import {openEndedDateFrom} from './searches/open-ended-date-from.js';
import {plusNotEncoded} from './searches/plus-not-encoded.js';
import {searchWithoutTerm} from './searches/search-without-term.js';
import {semicolonInValue} from './searches/semicolon-in-value.js';
import {unknownSearchTerm} from './searches/unknown-search-term.js';
import {createAfterFailedSearch} from './writing/create-after-failed-search.js';
import {createWithoutLookup} from './writing/create-without-lookup.js';
import {duplicateConstituent} from './writing/duplicate-constituent.js';
import {giftWithoutExternalId} from './writing/gift-without-external-id.js';
import {halfDone} from './writing/half-done.js';
import {samePostAgain} from './writing/same-post-again.js';

/** All rules, in the order in which findings of one level are listed. */
export const rules: readonly FindingRule[] = [
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
  plusNotEncoded,
  openEndedDateFrom,
  containsTakenForEqual,
  searchWithoutTerm,
  firstPageOnly,
  limitNotHonoured,
  pagesShifted,
  nPlusOne,
  searchItemReadAsDetail,
  writePerRead,
  sameGetAgain,
  fullScanPoll,
  overTheLimit,
  retryBeforeRetryAfter,
  gaveUpOn429,
  unknownBodyField,
  zeroGift,
  dateDefaulted,
  emptyElement,
  nameResolvesToNothing,
  referenceDropped,
  idAndNameDisagree,
  idOfAnotherAccount,
  patchAppendedTwin,
  preferredNotSet,
  wrongDateFormat,
  putUsed,
  requiredLeftOut,
  createAfterFailedSearch,
  duplicateConstituent,
  createWithoutLookup,
  giftWithoutExternalId,
  samePostAgain,
  halfDone,
  nestedPathOfASubRecord,
  wrongBasePath,
  noSuchResource,
  methodNotOffered,
  unknownListener,
  keyInUrl,
  keyInBrowser,
  clockApart,
  moneyCountedTwice,
  summaryReadAsGift,
];

export const otherFindings: readonly OtherFinding[] = [unusedSuppression, hostRefused];
