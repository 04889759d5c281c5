import {emailAddresses} from '../../src/resources/addresses/email-addresses.js';
import {phoneNumbers} from '../../src/resources/addresses/phone-numbers.js';
import {streetAddresses} from '../../src/resources/addresses/street-addresses.js';
import {attributes, customAttributeValues} from '../../src/resources/attributes.js';
import {constituentKeywords} from '../../src/resources/categories/constituent-keywords.js';
import {keywords} from '../../src/resources/categories/keywords.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import type {ConstituentRow} from '../../src/resources/constituents/schema.js';
import {contactReports} from '../../src/resources/contact-reports.js';
import {gifts} from '../../src/resources/gifts/gifts.js';
import type {GiftRow} from '../../src/resources/gifts/schema.js';
import {groupMemberships} from '../../src/resources/memberships/group-memberships.js';
import {groups} from '../../src/resources/memberships/groups.js';
import {membershipLevels} from '../../src/resources/memberships/membership-levels.js';
import {type MembershipRow, memberships} from '../../src/resources/memberships/memberships.js';
import type {CollectionSpec} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';
import type {Transaction} from '../../src/store/transaction.js';
import {everyRow} from './naive-search.js';
import {chance, type Dice, pick} from './naive-terms.js';

type Write = (dice: Dice, transaction: Transaction) => void;

const one = <R extends Row>(spec: CollectionSpec<R>, dice: Dice, transaction: Transaction): R | undefined => {
  const rows = everyRow(spec, transaction);
  return rows.length === 0 ? undefined : pick(dice, rows);
};

const alter =
  <R extends Row>(
    spec: CollectionSpec<R> & {derive?(row: R): R},
    change: (dice: Dice, transaction: Transaction) => Partial<R>,
  ): Write =>
  (dice, transaction) => {
    const row = one(spec, dice, transaction);
    if (row !== undefined) {
      const altered = {...row, ...change(dice, transaction)};
      transaction.put(spec, spec.derive?.(altered) ?? altered);
    }
  };

const remove =
  (spec: {readonly name: string}): Write =>
  (dice, transaction) => {
    const rows = [...transaction.rows(spec.name).values()];
    if (rows.length > 0) {
      transaction.remove(spec, pick(dice, rows).id);
    }
  };

/** Adds a record of a constituent, if there is one. */
const addUnder =
  <R extends Row>(
    spec: CollectionSpec<R> & {derive?(row: R): R},
    make: (id: number, constituentId: number, dice: Dice, transaction: Transaction) => R | undefined,
  ): Write =>
  (dice, transaction) => {
    const owner = one(constituents, dice, transaction);
    const row = owner && make(transaction.takeId(spec), owner.id, dice, transaction);
    if (row !== undefined) {
      transaction.put(spec, spec.derive?.(row) ?? row);
    }
  };

/** Names that differ only in case or accents, are blank or missing, or contain special characters. */
const names = [
  'Ólafsson',
  'olafsson',
  'OLAFSSON',
  'Zoë',
  'zoe',
  'Ångström',
  'de la Cruz',
  'x=y',
  '',
  ' ',
  null,
] as const;
const cities = ['São Paulo', 'SAO PAULO', 'sao paulo', 'Springfield', '', null] as const;
const days = ['2025-12-31', '2026-01-01', '2026-01-02', '2024-02-29', null] as const;
const moments = ['2025-12-31T23:59:59Z', '2026-01-01T00:00:00Z', '2024-02-29T12:00:00Z'] as const;
const heldTexts = [
  '',
  ' ',
  '12',
  ' -3.50 ',
  '12 or so',
  '2024-02-29',
  '2023-02-29',
  '2024-02-29T10:00:00Z',
  'Año Nuevo',
];

/** An offset that makes the range of ids too wide for a byte map. */
const far = 1_000_000;

const addConstituent: Write = (dice, transaction) => {
  const id = transaction.takeId(constituents) + (chance(dice, 4) ? far : 0);
  const type = {constituent_contact_type_id: 1, constituent_contact_type_name: 'Individual'};
  const body = {...type, ...newNames(dice), is_org: chance(dice, 4), external_constituent_id: pick(dice, names)};
  transaction.put(constituents, constituents.derive!(constituents.build(body, {id, parents: {}, transaction})));
};

/** The name fields that are not derived from others. */
export const nameFields = [
  'prefix',
  'middle_name',
  'suffix',
  'spouse_name',
  'spouse_nick_name',
  'nick_name',
  'maiden_name',
  'addressee',
  'salutation',
  'annual_report_name',
  'honorary_name',
  'alt_addressee',
  'alt_salutation',
] as const;

const newNames = (dice: Dice): Partial<ConstituentRow> => ({
  first_name: pick(dice, names),
  last_name: pick(dice, names),
  org_name: pick(dice, names),
  // A word that no other field has, so that only this field can match it.
  [pick(dice, nameFields)]: pick(dice, ['Quilby', 'Vöxhum', 'Jykkö', 'Bwmfa']),
});

const newTerm = (dice: Dice, transaction: Transaction): Partial<MembershipRow> => ({
  membership_level_id: chance(dice, 5) ? null : (one(membershipLevels, dice, transaction)?.id ?? null),
  date_start: pick(dice, days),
  finish_date: pick(dice, days),
});

const newGift = (dice: Dice): Partial<GiftRow> => ({
  received_amount: pick(dice, [0, 50, 100, 99.95, -20]),
  received_date: pick(dice, days),
  external_id: pick(dice, [null, 'Import-Ä', 'import-a', 'two words']),
  ...pick(dice, [{campaign_id: 0, campaign_name: null}, {}]),
  ...pick(dice, [{payment_type_id: null, payment_type_name: null}, {}]),
  updated_at: pick(dice, moments),
});

const holdAttribute = (dice: Dice, transaction: Transaction): Partial<ConstituentRow> => {
  const value = () => ({
    id: transaction.takeId(customAttributeValues),
    attribute_id: pick(dice, everyRow(attributes, transaction).slice(0, 25)).id,
    value: pick(dice, heldTexts),
  });
  return {custom_attrs: Array.from({length: dice.below(3)}, value)};
};

/** Random writes between two searches. */
const writes: Readonly<Record<string, Write>> = {
  'add a constituent': addConstituent,
  'rename a constituent': alter(constituents, dice => ({...newNames(dice), updated_at: pick(dice, moments)})),
  'set is_active': alter(constituents, dice => ({is_active: chance(dice, 2)})),
  'set an external id': alter(constituents, dice => ({external_constituent_id: pick(dice, names)})),
  'set attributes': alter(constituents, holdAttribute),
  'delete a constituent': remove(constituents),
  'add a membership': addUnder(memberships, (id, constituent_id, dice, transaction) =>
    memberships.build(newTerm(dice, transaction), {id, parents: {constituent_id}, transaction}),
  ),
  'repeat a membership at another level': (dice, transaction) => {
    const membership = one(memberships, dice, transaction);
    const membership_level_id = one(membershipLevels, dice, transaction)?.id ?? null;
    if (membership !== undefined) {
      const date_start = pick(dice, [membership.date_start, ...days]);
      const id = transaction.takeId(memberships);
      transaction.put(memberships, {...membership, id, membership_level_id, date_start});
    }
  },
  'alter a membership': alter(memberships, newTerm),
  'move a membership': alter(memberships, (dice, transaction) => ({
    constituent_id: one(constituents, dice, transaction)!.id,
  })),
  'delete a membership': remove(memberships),
  'delete a level': remove(membershipLevels),
  'reorder the levels': (dice, transaction) => {
    for (const level of everyRow(membershipLevels, transaction)) {
      transaction.put(membershipLevels, {...level, ordinal: dice.below(3)});
    }
  },
  'add a street': addUnder(streetAddresses, (id, item_id, dice, transaction) =>
    streetAddresses.build({city: pick(dice, cities), postal_code: '00501'}, {id, parents: {item_id}, transaction}),
  ),
  'alter a street': alter(streetAddresses, dice => ({city: pick(dice, cities), country: pick(dice, cities)})),
  'delete a street': remove(streetAddresses),
  'alter a phone': alter(phoneNumbers, dice => ({
    number: pick(dice, ['+1 312 555.0188', '3125550188', 'Ext. 12-B', '', null]),
  })),
  'alter an email': alter(emailAddresses, dice => ({address: pick(dice, ['É.Mail@example.com', null])})),
  'delete a group': remove(groups),
  'join a group': addUnder(groupMemberships, (id, constituent_id, dice, transaction) => {
    const group = one(groups, dice, transaction);
    return group && groupMemberships.build({group_id: group.id}, {id, parents: {constituent_id}, transaction});
  }),
  'attach a keyword': addUnder(constituentKeywords, (id, constituent_id, dice, transaction) => {
    const keyword_id = one(keywords, dice, transaction)?.id;
    return keyword_id === undefined ? undefined : {id, constituent_id, keyword_id};
  }),
  'archive a keyword': alter(keywords, () => ({archived: true})),
  'delete a keyword': remove(keywords),
  'add a gift': addUnder(gifts, (id, constituent_id, dice, transaction) => {
    const type = {gift_type_id: 1, gift_type_name: 'Gift'};
    return gifts.build({...type, ...newGift(dice)}, {id, parents: {constituent_id}, transaction});
  }),
  'alter a gift': alter(gifts, newGift),
  'delete a gift': remove(gifts),
  'alter a report': alter(contactReports, (dice, transaction) => ({
    constituent_id: one(constituents, dice, transaction)!.id,
    name: pick(dice, names),
    original_date: pick(dice, ['2025-12-31', '2024-02-29']),
    updated_at: pick(dice, moments),
  })),
  'delete a report': remove(contactReports),
};

const writeNames = Object.keys(writes);

/** Makes a random write. @returns its name */
export function writeSomething(dice: Dice, transaction: Transaction): string {
  const name = pick(dice, writeNames);
  writes[name]!(dice, transaction);
  return name;
}
