import {emailAddresses} from '../../src/resources/addresses/email-addresses.js';
import {phoneNumbers} from '../../src/resources/addresses/phone-numbers.js';
import {streetAddresses} from '../../src/resources/addresses/street-addresses.js';
import {attributes} from '../../src/resources/attributes.js';
import {constituentKeywords} from '../../src/resources/categories/constituent-keywords.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import {contactReports} from '../../src/resources/contact-reports.js';
import {appeals} from '../../src/resources/fundraising/appeals.js';
import {events} from '../../src/resources/fundraising/events.js';
import {gifts} from '../../src/resources/gifts/gifts.js';
import {listMembers, lists} from '../../src/resources/lists.js';
import {groupMemberships} from '../../src/resources/memberships/group-memberships.js';
import {membershipLevels} from '../../src/resources/memberships/membership-levels.js';
import {memberships} from '../../src/resources/memberships/memberships.js';
import {classAffiliations} from '../../src/resources/relationships/class-affiliations.js';
import {volunteerTimes} from '../../src/resources/volunteer-times.js';
import type {CollectionSpec} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';
import type {Transaction} from '../../src/store/transaction.js';
import {chance, type Dice, type NaiveTerm, pick} from './naive-terms.js';

export const everyRow = <R extends Row>(spec: CollectionSpec<R>, transaction: Transaction): readonly R[] => [
  ...transaction.rows(spec).values(),
];

/** All records that searches read, as plain arrays, including fields that the store derives. */
export const dataOf = (transaction: Transaction) => ({
  today: transaction.today,
  constituents: everyRow(constituents, transaction),
  streetAddresses: everyRow(streetAddresses, transaction),
  phoneNumbers: everyRow(phoneNumbers, transaction),
  emailAddresses: everyRow(emailAddresses, transaction),
  constituentKeywords: everyRow(constituentKeywords, transaction),
  classAffiliations: everyRow(classAffiliations, transaction),
  groupMemberships: everyRow(groupMemberships, transaction),
  memberships: everyRow(memberships, transaction),
  membershipLevels: everyRow(membershipLevels, transaction),
  attributes: everyRow(attributes, transaction),
  gifts: everyRow(gifts, transaction),
  appeals: everyRow(appeals, transaction),
  events: everyRow(events, transaction),
  lists: everyRow(lists, transaction),
  listMembers: everyRow(listMembers, transaction),
  contactReports: everyRow(contactReports, transaction),
  volunteerTimes: everyRow(volunteerTimes, transaction),
});

export type Data = ReturnType<typeof dataOf>;

type Value = string | number | null;

/** The values to sort a row by, in order of precedence. */
export type NaiveSort<R> = (row: R, data: Data) => readonly Value[];

/** A kind of search, described without the engine. */
export interface NaiveKind<R extends Row> {
  readonly operationId: string;
  /** Rows that a search without terms finds. */
  rows(data: Data): readonly R[];
  /** Rows that no search finds. */
  hidden?(data: Data): readonly R[];
  readonly terms: Readonly<Record<string, NaiveTerm<R>>>;
  readonly sorts: Readonly<Record<string, NaiveSort<R>>>;
  /** The order of rows with equal sort values, whether the sort is reversed or not. */
  readonly ties?: NaiveSort<R>;
  readonly order: {readonly by: NaiveSort<R>; readonly reversed: boolean};
}

interface RandomTerm {
  readonly name: string;
  readonly value: string;
}

export interface RandomSearch {
  readonly terms: readonly RandomTerm[];
  readonly sort?: string;
}

/** A kind of search for any type of row. */
export interface NaiveSearch {
  readonly operationId: string;
  readonly termNames: readonly string[];
  readonly sortNames: readonly string[];
  random(dice: Dice, data: Data): RandomSearch;
  /** The ids that a search must find, in order. */
  find(search: RandomSearch, data: Data): number[];
  /** True if a term finds some rows, but not all. Other terms would prove nothing. */
  discerns(term: RandomTerm, data: Data): boolean;
}

export function naiveSearch<R extends Row>(kind: NaiveKind<R>): NaiveSearch {
  const {operationId, terms, sorts, order} = kind;
  const termNames = Object.keys(terms);
  const sortNames = Object.keys(sorts);
  const satisfies = ({name, value}: RandomTerm, row: R, data: Data) => terms[name]!.finds(value, row, data);
  return {
    operationId,
    termNames,
    sortNames,
    random: (dice, data) => {
      const hidden = kind.hidden?.(data) ?? [];
      const rows = hidden.length > 0 && chance(dice, 10) ? hidden : kind.rows(data);
      // Terms come from one row, otherwise four together would find nothing; often from the latest row.
      const row = rows.length === 0 || chance(dice, 4) ? rows.at(-1) : pick(dice, rows);
      const wanted = Array.from({length: dice.below(5)}, () => {
        const name = pick(dice, termNames);
        const ofAnother = rows.length > 0 && chance(dice, 5);
        return {name, value: terms[name]!.random(dice, ofAnother ? pick(dice, rows) : row, data)};
      });
      const sorted = sortNames.length > 0 && !chance(dice, 3);
      return sorted ? {terms: wanted, sort: pick(dice, sortNames) + pick(dice, ['', '!'])} : {terms: wanted};
    },
    find: ({terms: wanted, sort}, data) => {
      const reversed = sort === undefined ? order.reversed : sort.endsWith('!');
      const by = sort === undefined ? order.by : sorts[sort.replace('!', '')]!;
      return kind
        .rows(data)
        .filter(row => wanted.every(term => satisfies(term, row, data)))
        .map(row => ({id: row.id, values: by(row, data), ties: kind.ties?.(row, data) ?? []}))
        .sort(
          (a, b) => compareAll(a.values, b.values) * (reversed ? -1 : 1) || compareAll(a.ties, b.ties) || a.id - b.id,
        )
        .map(({id}) => id);
    },
    discerns: (term, data) => {
      const found = kind.rows(data).filter(row => satisfies(term, row, data)).length;
      return found > 0 && found < kind.rows(data).length;
    },
  };
}

function compareAll(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, value] of a.entries()) {
    const other = b[index]!;
    if (value !== other) {
      // null is the largest value.
      return value === null || (other !== null && value > other) ? 1 : -1;
    }
  }
  return 0;
}
