import type {Resource} from '../../operations/kinds/kind.js';
import {presenterOf} from '../../operations/reply.js';
import {fold, foldedKey, foldedTexts} from '../../search/fold.js';
import type {KeysOf} from '../../store/order.js';
import {resolveAttributesFor} from '../attributes.js';
import {tags} from '../tags.js';
import {denormalizeLatestMembership, fullNameOf, join, lastNameOf, sortNameOf} from './derived.js';
import {importer} from './importer.js';
import {presentConstituent} from './present.js';
import {type ConstituentRow, constituentBody, constituentDetail, constituentRow, constituentSummary} from './schema.js';

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

/** Most names repeat one another, so each is stored once. */
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

const constituentTexts: Readonly<Record<string, KeysOf<ConstituentRow>>> = {
  names: row => [names(row)],
};

const constituentKeys: Readonly<Record<string, KeysOf<ConstituentRow>>> = {
  external_id: row => foldedKey(row.external_constituent_id),
  type: row => [row.is_org ? 1 : 0],
  updated_at: row => [row.updated_at],
  membership_level: row => present(row.latest_membership_level_id),
  membership_end: row => present(row.latest_membership_end),
  /** `<id of the attribute>|<value, folded>` */
  custom_attr: row => row.custom_attrs.map(({attribute_id, value}) => `${attribute_id}|${fold(value)}`),
};

/** The constituent itself; `write.ts` has its bodies and `present.ts` its responses. */
export const constituents: Resource<ConstituentRow, Partial<ConstituentRow>> = {
  name: 'constituents',
  itemType: 'constituent',
  tag: tags.constituents,
  firstId: 959400,
  order: ['sort_key'],
  listed: row => row.is_active && !row.is_deleted,
  unlisted: 'inactive and deleted constituents',
  hidden: row => row.is_deleted,
  keys: constituentKeys,
  texts: constituentTexts,
  denormalized: denormalizeLatestMembership,
  internal: [
    'sort_key',
    'latest_membership_level_id',
    'latest_membership_level_ordinal',
    'latest_membership_end',
    'is_deleted',
  ],
  references: [
    {
      id: 'constituent_contact_type_id',
      name: 'constituent_contact_type_name',
      to: 'constituent_contact_types',
      default: 'first',
    },
    {id: 'marital_status_id', name: 'marital_status_name', to: 'marital_statuses'},
  ],
  output: constituentSummary,
  row: constituentRow,
  body: constituentBody,
  build: (body, {id, transaction: {now, today}}) => {
    const is_org = body.is_org ?? false;
    const full = join([body.first_name, body.last_name], ' ') || (body.org_name ?? null);
    // Observed: an organization has an addressee, but no greeting and no name for honors.
    const greeting = is_org ? null : body.first_name?.trim() || body.last_name?.trim() || null;
    const honoured = is_org ? null : full;
    return {
      id,
      external_constituent_id: body.external_constituent_id ?? null,
      is_org,
      constituent_contact_type_id: body.constituent_contact_type_id!,
      constituent_contact_type_name: body.constituent_contact_type_name!,
      prefix: body.prefix ?? null,
      first_name: body.first_name ?? null,
      middle_name: body.middle_name ?? null,
      last_name: body.last_name ?? null,
      suffix: body.suffix ?? null,
      spouse_name: body.spouse_name ?? null,
      org_name: body.org_name ?? null,
      job_title: body.job_title ?? null,
      addressee: body.addressee ?? full,
      salutation: body.salutation ?? greeting,
      sort_name: '',
      constituent_interest_level_id: null,
      constituent_interest_level_name: null,
      constituent_rating_id: null,
      constituent_rating_name: null,
      is_deceased: body.is_deceased ?? false,
      deceased_date: body.deceased_date ?? null,
      annual_report_name: body.annual_report_name ?? honoured,
      birthday: body.birthday ?? null,
      gender: body.gender ?? null,
      maiden_name: body.maiden_name ?? null,
      nick_name: body.nick_name ?? null,
      spouse_nick_name: body.spouse_nick_name ?? null,
      date_added: body.date_added ?? today,
      alt_salutation: body.alt_salutation ?? greeting,
      alt_addressee: body.alt_addressee ?? full,
      honorary_name: body.honorary_name ?? honoured,
      assistant_name: body.assistant_name ?? null,
      marital_status_id: body.marital_status_id ?? null,
      marital_status_name: body.marital_status_name ?? null,
      is_anon: body.is_anon ?? false,
      is_active: true,
      is_deleted: false,
      sort_key: '',
      custom_attrs: body.custom_attrs ?? [],
      latest_membership_level_id: null,
      latest_membership_level_ordinal: null,
      latest_membership_end: null,
      created_at: now,
      updated_at: now,
    };
  },
  derive: row => {
    const sort_name = sortNameOf(row);
    return {...row, last_name: lastNameOf(row), sort_name, sort_key: fold(sort_name)};
  },
  present: presenterOf(constituentSummary),
  resolve: resolveAttributesFor('Constituent'),
  detail: {output: constituentDetail, present: presentConstituent},
  columns: {sort_name: 'Name', 'email_addresses.address': 'E-mail', 'street_addresses.city': 'City'},
  sortedAs: {id: 'svc_id', sort_name: 'name', created_at: 'date_created', updated_at: 'date_updated'},
  title: fullNameOf,
  importer,
  seedExample: [
    {
      $id: 'ada',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email_addresses: [{address: 'ada@example.com'}],
      groups: [{group_id: '$choir'}],
    },
    {$id: 'charles', first_name: 'Charles', last_name: 'Babbage'},
  ],
  examples: {
    searchConstituents: {query: {'q[]': 'name=a;constituent_type=0', sort: 'date_updated!'}},
    createConstituent: {
      body: () => ({
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_addresses: [{address: 'ada@example.org', is_preferred: true}],
        phone_numbers: [{number: '(555) 555-0142', phone_type_name: 'Mobile'}],
      }),
    },
    updateConstituent: {
      body: () => ({
        job_title: 'Analyst',
        email_addresses: [{address: 'ada@example.com', is_preferred: true}],
        remove_previous_email_addresses: true,
      }),
    },
  },
};
