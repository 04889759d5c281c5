import {fold, foldedKey, foldedTexts} from '../../search/fold.js';
import type {KeysOf} from '../../store/keys.js';
import type {ConstituentRow} from './schema.js';

/** All name fields. Observed: a search by `name` checks all of them. */
const nameFields = [
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'prefix',
  'spouse_name',
  'org_name',
  'nick_name',
  'spouse_nick_name',
  'maiden_name',
  'addressee',
  'salutation',
  'sort_name',
  'annual_report_name',
  'honorary_name',
  'alt_addressee',
  'alt_salutation',
] as const satisfies ReadonlyArray<keyof ConstituentRow>;

/** Most names repeat one another: each is stored once. */
function names(row: ConstituentRow): string {
  const distinct = new Set<string>();
  for (const field of nameFields) {
    const name = row[field];
    if (name !== null && name !== '') {
      distinct.add(name);
    }
  }
  return foldedTexts(distinct);
}

const present = <T extends string | number>(value: T | null): readonly T[] => (value === null ? [] : [value]);

export const constituentTexts: Readonly<Record<string, KeysOf<ConstituentRow>>> = {
  names: row => [names(row)],
};

export const constituentKeys: Readonly<Record<string, KeysOf<ConstituentRow>>> = {
  external_id: row => foldedKey(row.external_constituent_id),
  type: row => [row.is_org ? 1 : 0],
  updated_at: row => [row.updated_at],
  membership_level: row => present(row.latest_membership_level_id),
  membership_end: row => present(row.latest_membership_end),
  /** `<id of the attribute>|<value, folded>` */
  custom_attr: row => row.custom_attrs.map(({attribute_id, value}) => `${attribute_id}|${fold(value)}`),
};
