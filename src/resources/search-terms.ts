import {keyed} from '../search/condition.js';
import {between} from '../search/ranges.js';
import {ids, momentFrom, momentTo} from '../search/read-values.js';
import {type Term, term} from '../search/term.js';
import {constituentKeywords} from './categories/constituent-keywords.js';

/** `updated_from` and `updated_to` of a kind. Contract: "Search terms". */
export const updatedTerms = (kind: string): readonly Term[] => [
  term({
    name: 'updated_from',
    value: momentFrom,
    finds: '`updated_at` is this moment or later; a date means its first second',
    condition: value => keyed(kind, 'updated_at').within([between(value)]),
  }),
  term({
    name: 'updated_to',
    value: momentTo,
    finds: '`updated_at` is this moment or earlier; a date means its last second',
    condition: value => keyed(kind, 'updated_at').within([between(undefined, value)]),
  }),
];

/** `const_keyword` of a kind that is about constituents. Contract: "Contact report search terms". */
export const constituentKeywordTerm = (kind: string, finds: string): Term =>
  term({
    name: 'const_keyword',
    value: ids,
    finds,
    condition: (value, transaction) => {
      const held = transaction.rows(constituentKeywords);
      const rows = value.flatMap(id => held.where('keyword_id', id).toArray());
      return keyed(kind, 'constituent_id').oneOf(rows.map(row => row.constituent_id));
    },
  });
