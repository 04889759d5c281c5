import * as z from 'zod';
import type {SearchSpec} from '../../operations/search-operation.js';
import {keyed} from '../../search/condition.js';
import {between, equalTo, startingWith} from '../../search/ranges.js';
import {day, id, isDate, readAll, readId, text, type ValueReader, zeroOrOne} from '../../search/read-values.js';
import {type Term, term} from '../../search/term.js';
import {containsText, equalsText, isOneOf, updatedTerms} from '../search-terms.js';
import {attributeTerms} from './attribute-terms.js';
import {constituents} from './constituents.js';
import {noEnd} from './derived.js';
import {presentArrays} from './present.js';
import {type ConstituentRow, constituentArrays} from './schema.js';

/** Types of class affiliation, and the first and last year, four digits each. */
interface ClassYears {
  readonly types: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** A year, or the year of a date. */
function yearIn(written: string): string | undefined {
  const text = written.trim();
  return /^\d{4}$/.test(text) || isDate(text) ? text.slice(0, 4) : undefined;
}

/** `<type id>[,<type id>]|<from>[ to <to>]`. Without an end, only that year (assumed). */
const classYears: ValueReader<ClassYears> = {
  accepts: 'ids|year or ids|year to year, the ids separated by commas, years also as dates',
  example: '516,517|2000 to 2009',
  read: written => {
    const [ids = '', range = '', ...rest] = written.split('|');
    const types = readAll(ids.split(','), readId);
    const ends = range.split(' to ');
    const years = ends.length > 2 ? undefined : readAll(ends, yearIn);
    return types === undefined || years === undefined || rest.length > 0
      ? undefined
      : {types, from: years[0]!, to: years.at(-1)!};
  },
};

const own = (key: string) => keyed('constituents', key);
const address = (kind: string, key: string) => keyed(kind, key, 'item_id');
const digits = (number: string) => number.replaceAll(/\D/g, '');

/** The terms of a constituent search, in the order of the contract. Contract: "Search terms". */
const terms: readonly Term[] = [
  containsText(
    'name',
    own('names'),
    'any name field contains the text: first, middle, last, prefix, suffix, spouse, organization, nick, maiden, addressee, salutation, sort, annual report, honorary and alternative names',
  ),
  containsText('eaddr', address('email_addresses', 'address'), 'an email address contains the text'),
  term({
    name: 'phone_number',
    value: text,
    finds:
      'a phone number contains the text; if the text has only digits and punctuation, only its digits are compared',
    // A number that contains the value as written also contains its digits, so one pass suffices.
    condition: value =>
      /^[\d\s().+/-]*$/.test(value) && /\d/.test(value)
        ? address('phone_numbers', 'digits').containing(digits(value))
        : address('phone_numbers', 'number').containing(value),
  }),
  containsText('street', address('street_addresses', 'street'), 'the street of an address contains the text'),
  equalsText('city', address('street_addresses', 'city'), 'the city of an address equals the text'),
  equalsText('state', address('street_addresses', 'state'), 'the state of an address equals the text'),
  term({
    name: 'postal_code',
    value: text,
    finds: 'the postal code of an address starts with the text',
    condition: value => address('street_addresses', 'postal_code').within([startingWith(value)]),
  }),
  containsText('country', address('street_addresses', 'country'), 'the country of an address contains the text'),
  term({
    name: 'keyword',
    value: id,
    finds: 'the constituent has the keyword, archived or not',
    condition: value => keyed('constituent_keywords', 'keyword_id', 'constituent_id').within([equalTo(value)]),
  }),
  ...updatedTerms('constituents'),
  term({
    name: 'membership_status',
    value: zeroOrOne,
    finds:
      '1: the latest membership ends today or later, or has no end; 0: it ended before today (`--assume membership_status=0:active` swaps these); constituents without a membership never match',
    condition: (value, {today}, {assume}) => {
      const beforeToday = (end: string | number) => (end < today ? 0 : 1);
      const lapsed = assume.membership_status === '0:lapsed' ? 0 : 1;
      return own('membership_end').within([value === lapsed ? beforeToday : between(today)]);
    },
  }),
  isOneOf(
    'membership_level',
    own('membership_level'),
    'the latest membership is of one of the levels',
    'membership_levels',
  ),
  term({
    name: 'membership_end_date_from',
    value: day,
    finds: 'the latest membership ends on this day or later; memberships without an end do not match',
    condition: value => own('membership_end').within([between(value)], end => end !== noEnd),
  }),
  term({
    name: 'membership_end_date_to',
    value: day,
    finds: 'the latest membership ends on this day or earlier',
    condition: value => own('membership_end').within([between(undefined, value)]),
  }),
  equalsText('external_id', own('external_id'), '`external_constituent_id` equals the text'),
  term({
    name: 'constituent_type',
    value: zeroOrOne,
    finds: '0: individuals; 1: organizations',
    condition: value => own('type').within([equalTo(value)]),
  }),
  isOneOf(
    'groups',
    keyed('group_memberships', 'group_id', 'constituent_id'),
    'a member of one of the groups, now or at another time',
    'groups',
  ),
  isOneOf(
    'lists',
    keyed('list_members', 'list_id', 'constituent_id'),
    'on one of the lists, from `GET /lists`',
    'lists',
  ),
  ...attributeTerms(own('custom_attr')),
  term({
    name: 'class',
    value: classYears,
    finds:
      'a class affiliation of one of the types is of one of the years, both ends included; of a date the year counts',
    condition: ({types, from, to}) =>
      keyed('class_affiliations', 'class', 'constituent_id').within(
        types.map(type => between(`${type}|${from}`, `${type}|${to}`)),
      ),
  }),
];

export const constituentSearch: SearchSpec<ConstituentRow> = {
  resource: constituents,
  terms,
  order: ['sort_key'],
  sorts: {
    name: ['sort_key'],
    external_id: ['external_constituent_id'],
    svc_id: ['id'],
    lgl_id: ['id'],
    date_created: ['created_at'],
    date_updated: ['updated_at'],
    membership_level: ['latest_membership_level_ordinal', 'latest_membership_level_id'],
    membership_end_date_from: ['latest_membership_end'],
  },
  expansions: {output: z.object(constituentArrays), make: presentArrays},
};
