import type {ConstituentRow} from '../../src/resources/constituents/schema.js';
import type {MembershipRow} from '../../src/resources/memberships/memberships.js';
import {fold} from '../../src/search/fold.js';
import {attributeTerms} from './naive-attributes.js';
import {type Data, naiveSearch} from './naive-search.js';
import {
  containing,
  dayTerm,
  equalling,
  flagTerm,
  fromTerm,
  idsTerm,
  idTerm,
  type NaiveTerm,
  phoneTerm,
  pick,
  startingWith,
  toTerm,
} from './naive-terms.js';

/** Sorts after any date. */
const endless = '9999-99-99';

const endOf = ({finish_date}: MembershipRow) => finish_date ?? endless;
const startOf = ({date_start}: MembershipRow) => date_start ?? endless;

function isLater(membership: MembershipRow, other: MembershipRow): boolean {
  if (endOf(membership) !== endOf(other)) {
    return endOf(membership) > endOf(other);
  }
  if (startOf(membership) !== startOf(other)) {
    return startOf(membership) > startOf(other);
  }
  return membership.id > other.id;
}

function latestMembership({id}: ConstituentRow, data: Data): MembershipRow | undefined {
  let latest: MembershipRow | undefined;
  for (const membership of data.memberships) {
    if (membership.constituent_id === id && (latest === undefined || isLater(membership, latest))) {
      latest = membership;
    }
  }
  return latest;
}

const latestEnd = (row: ConstituentRow, data: Data) => [latestMembership(row, data)?.finish_date ?? null];

const namesOf = (row: ConstituentRow) => [
  row.first_name,
  row.middle_name,
  row.last_name,
  row.prefix,
  row.suffix,
  row.spouse_name,
  row.spouse_nick_name,
  row.org_name,
  row.nick_name,
  row.maiden_name,
  row.addressee,
  row.salutation,
  row.sort_name,
  row.annual_report_name,
  row.honorary_name,
  row.alt_addressee,
  row.alt_salutation,
];

type Street = Data['streetAddresses'][number];

const inStreets = (textOf: (address: Street) => string | null) => (row: ConstituentRow, data: Data) =>
  data.streetAddresses.filter(({item_id}) => item_id === row.id).map(textOf);

type Class = Data['classAffiliations'][number];

const classTerm: NaiveTerm<ConstituentRow> = {
  random: (dice, row, data) => {
    const held = data.classAffiliations.filter(({constituent_id}) => constituent_id === row?.id);
    const {class_affiliation_type_id: type, year}: Partial<Class> = held.length === 0 ? {} : pick(dice, held);
    const types = `${type ?? 515}${pick(dice, ['', ',516', ' , 517'])}`;
    const from = Math.max(1000, (year ?? 1980) - dice.below(3));
    return `${types}|${pick(dice, [`${from}`, `${from} to ${from + 3}`, `${from}-02-03 to ${from + 9}-01-01`])}`;
  },
  finds: (wanted, row, data) => {
    const [types = '', years = ''] = wanted.split('|');
    const [from = 0, to = from] = years.split(' to ').map(year => Number(year.slice(0, 4)));
    return data.classAffiliations.some(
      ({constituent_id, class_affiliation_type_id: type, year}) =>
        constituent_id === row.id &&
        type !== null &&
        year !== null &&
        types.split(',').map(Number).includes(type) &&
        year >= from &&
        year <= to,
    );
  },
};

const sortName = (row: ConstituentRow) => [fold(row.sort_name)];

export const constituentSearch = naiveSearch<ConstituentRow>({
  operationId: 'searchConstituents',
  rows: data => data.constituents.filter(({is_active}) => is_active),
  hidden: data => data.constituents.filter(({is_active}) => !is_active),
  terms: {
    name: containing(namesOf),
    eaddr: containing((row, data) =>
      data.emailAddresses.filter(({item_id}) => item_id === row.id).map(({address}) => address),
    ),
    phone_number: phoneTerm((row, data) =>
      data.phoneNumbers.filter(({item_id}) => item_id === row.id).map(({number}) => number),
    ),
    street: containing(inStreets(({street}) => street)),
    city: equalling(inStreets(({city}) => city)),
    state: equalling(inStreets(({state}) => state)),
    postal_code: startingWith(inStreets(({postal_code}) => postal_code)),
    country: containing(inStreets(({country}) => country)),
    keyword: idTerm((row, data) =>
      data.constituentKeywords.filter(held => held.constituent_id === row.id).map(({keyword_id}) => keyword_id),
    ),
    updated_from: fromTerm(row => [row.updated_at]),
    updated_to: toTerm(row => [row.updated_at]),
    membership_status: flagTerm((isActive, row, data) => {
      const latest = latestMembership(row, data);
      return latest !== undefined && endOf(latest) >= data.today === isActive;
    }),
    membership_level: idsTerm((row, data) => [latestMembership(row, data)?.membership_level_id ?? null]),
    membership_end_date_from: dayTerm(latestEnd, (end, wanted) => end >= wanted),
    membership_end_date_to: dayTerm(latestEnd, (end, wanted) => end <= wanted),
    external_id: equalling(row => [row.external_constituent_id]),
    constituent_type: flagTerm((isOrganization, row) => row.is_org === isOrganization),
    groups: idsTerm((row, data) =>
      data.groupMemberships.filter(held => held.constituent_id === row.id).map(({group_id}) => group_id),
    ),
    lists: idsTerm((row, data) =>
      data.listMembers.filter(held => held.constituent_id === row.id).map(({list_id}) => list_id),
    ),
    ...attributeTerms,
    class: classTerm,
  },
  sorts: {
    name: sortName,
    external_id: row => [row.external_constituent_id],
    svc_id: row => [row.id],
    lgl_id: row => [row.id],
    date_created: row => [row.created_at],
    date_updated: row => [row.updated_at],
    membership_level: (row, data) => {
      const levelId = latestMembership(row, data)?.membership_level_id ?? null;
      return [data.membershipLevels.find(({id}) => id === levelId)?.ordinal ?? null, levelId];
    },
    membership_end_date_from: (row, data) => {
      const latest = latestMembership(row, data);
      return [latest === undefined ? null : endOf(latest)];
    },
  },
  order: {by: sortName, reversed: false},
});
