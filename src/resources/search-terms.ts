import {keyed} from '../search/condition.js';
import {between, equalTo} from '../search/ranges.js';
import {ids, momentFrom, momentTo, text} from '../search/read-values.js';
import {type Term, term} from '../search/term.js';
import {constituentKeywords} from './categories/constituent-keywords.js';

type Keyed = ReturnType<typeof keyed>;

export const containsText = (name: string, key: Keyed, finds: string): Term =>
  term({name, value: text, finds, condition: value => key.containing(value)});

export const equalsText = (name: string, key: Keyed, finds: string): Term =>
  term({name, value: text, finds, condition: value => key.within([equalTo(value)])});

/** @param idsOf the kind of record that the ids refer to, if it is a list of names */
export const isOneOf = (name: string, key: Keyed, finds: string, idsOf?: string): Term =>
  term({name, value: ids, finds, ...(idsOf && {idsOf}), condition: value => key.oneOf(value)});

const fromAndTo = (name: string, key: Keyed, from: string, to: string): readonly Term[] => [
  term({name: `${name}_from`, value: momentFrom, finds: from, condition: value => key.within([between(value)])}),
  term({name: `${name}_to`, value: momentTo, finds: to, condition: value => key.within([between(undefined, value)])}),
];

/** `<name>_from` and `<name>_to` for a field with a moment. */
export const momentTerms = (name: string, key: Keyed, field: string): readonly Term[] =>
  fromAndTo(
    name,
    key,
    `\`${field}\` is this moment or later; a date means its first second`,
    `\`${field}\` is this moment or earlier; a date means its last second`,
  );

/** `<field>_from` and `<field>_to` for a field with a day, which counts as its first second. */
export const dayTerms = (field: string, key: Keyed): readonly Term[] =>
  fromAndTo(
    field,
    key,
    `\`${field}\`, as its first second, is this moment or later`,
    `\`${field}\`, as its first second, is this moment or earlier`,
  );

/** `updated_from` and `updated_to` of a kind. Contract: "Search terms". */
export const updatedTerms = (kind: string): readonly Term[] =>
  momentTerms('updated', keyed(kind, 'updated_at'), 'updated_at');

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
