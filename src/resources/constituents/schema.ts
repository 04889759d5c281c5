import * as z from 'zod';
import {idOf, moments} from '../../schema/common-fields.js';
import {named} from '../../schema/components.js';
import {body, byOneOf, date, externalId, flag, integer, listOf, text} from '../../schema/fields.js';
import {nested} from '../addresses/address.js';
import {emailAddresses} from '../addresses/email-addresses.js';
import {phoneNumbers} from '../addresses/phone-numbers.js';
import {streetAddresses} from '../addresses/street-addresses.js';
import {webAddresses} from '../addresses/web-addresses.js';
import {assignedAttribute, customAttributeBody, customAttributeOutput} from '../attributes.js';
import {categoryOutput} from '../categories/categories.js';
import {categoryValueBody} from '../categories/category-values.js';
import {groupMembershipBody, groupMembershipOutput} from '../memberships/group-memberships.js';
import {membershipOutput} from '../memberships/memberships.js';
import {classAffiliationBody, classAffiliationOutput} from '../relationships/class-affiliations.js';
import {relationshipBody, relationshipOutput} from '../relationships/relationships.js';

export type ArrayName = keyof typeof constituentArrays;

export type ConstituentRow = Readonly<z.infer<typeof constituentRow>>;

export type ConstituentBody = z.infer<typeof constituentChanges>;

/** The scalars of ConstituentCreate. */
const scalars = {
  external_constituent_id: externalId.nullish(),
  is_org: flag.nullish(),
  constituent_contact_type_id: integer.nullish(),
  constituent_contact_type_name: text.nullish(),
  prefix: text.nullish(),
  first_name: text,
  middle_name: text.nullish(),
  last_name: text,
  suffix: text.nullish(),
  spouse_name: text.nullish(),
  org_name: text.nullish(),
  job_title: text.nullish(),
  addressee: text.nullish(),
  salutation: text.nullish(),
  is_deceased: flag.nullish(),
  deceased_date: date.nullish(),
  annual_report_name: text.nullish(),
  birthday: date.nullish(),
  gender: text.nullish(),
  maiden_name: text.nullish(),
  nick_name: text.nullish(),
  spouse_nick_name: text.nullish(),
  date_added: date.nullish(),
  alt_salutation: text.nullish(),
  alt_addressee: text.nullish(),
  honorary_name: text.nullish(),
  assistant_name: text.nullish(),
  marital_status_id: integer.nullish(),
  marital_status_name: text.nullish(),
  is_anon: flag.nullish(),
};

const categoryFields = {
  id: integer.nullish().describe('The category; `key` or `name` do as well.'),
  name: text.nullish().describe('Its name.'),
  key: text.nullish().describe('The name that programs know it by.'),
  keywords: listOf(categoryValueBody).describe('The keywords to hold of it.'),
};

const categoryBody = named('CategoryAggregatedCreate', body(categoryFields).meta(byOneOf('id', 'name', 'key')));

const categoryChanges = named(
  'CategoryAggregatedUpdate',
  body({
    ...categoryFields,
    remove_previous_keywords: flag
      .nullish()
      .describe('Whether the keywords sent replace those held of this category, in place of being added.'),
  }).meta(byOneOf('id', 'name', 'key')),
);

/** The import format: a category without keywords means that none of it is held. */
export const importedCategories = listOf(body({...categoryFields, keywords: listOf(categoryValueBody).nullish()}));

const groupChanges = named(
  'GroupMembershipAggregatedUpdate',
  groupMembershipBody.extend({
    id: integer.nullish().describe('The membership to change; a new one where it is left out.'),
  }),
);

/** Describes the flag that replaces an array instead of appending to it. */
const replaces = (what: string) =>
  flag.nullish().describe(`Whether the ${what} sent replace those there are, in place of being added.`);

export const constituentBody = body({
  ...scalars,
  email_addresses: listOf(emailAddresses.body),
  phone_numbers: listOf(phoneNumbers.body).nullish(),
  street_addresses: listOf(streetAddresses.body).nullish(),
  web_addresses: listOf(webAddresses.body).nullish(),
  categories: listOf(categoryBody).nullish(),
  groups: listOf(groupMembershipBody).nullish(),
  custom_attrs: listOf(customAttributeBody).nullish(),
  class_affiliations: listOf(classAffiliationBody).nullish(),
  relationships: listOf(relationshipBody).nullish(),
});

/** Fields that the contract requires, but the service does not. */
export const requiredByContract = ['first_name', 'last_name', 'email_addresses'] as const;

/** A PATCH body: arrays append, unless a flag replaces them. */
export const constituentChanges = constituentBody
  .extend({
    first_name: text.nullable(),
    last_name: text.nullable(),
    email_addresses: listOf(emailAddresses.body).nullable(),
    categories: listOf(categoryChanges).nullish(),
    groups: listOf(groupChanges).nullish(),
    remove_previous_email_addresses: replaces('e-mail addresses'),
    remove_previous_phone_numbers: replaces('phone numbers'),
    remove_previous_street_addresses: replaces('street addresses'),
    remove_previous_web_addresses: replaces('web addresses'),
    remove_previous_groups: replaces('memberships in groups'),
    remove_previous_class_affiliations: replaces('class affiliations'),
    remove_previous_relationships: replaces('relationships'),
  })
  .partial();

/** The 38 scalars: an item of lists and searches, and the first part of the single object. */
export const constituentSummary = z.strictObject({
  id: idOf('the constituent'),
  external_constituent_id: z
    .string()
    .nullable()
    .describe(
      'The id that another system knows the constituent by. Declared an integer in bodies, answered as a string.',
    ),
  is_org: z.boolean().describe('Whether it is an organization rather than a person.'),
  constituent_contact_type_id: z.int().describe('The kind of contact, from `GET /types/constituent_contact_types`.'),
  constituent_contact_type_name: z
    .string()
    .describe('The name of the kind of contact; of a new constituent, `Primary`.'),
  prefix: z.string().nullable().describe('What stands before the name: `Dr.`'),
  first_name: z.string().nullable().describe('Given name.'),
  middle_name: z.string().nullable().describe('Middle name.'),
  last_name: z.string().nullable().describe('Family name.'),
  suffix: z.string().nullable().describe('What stands behind the name: `Jr.`'),
  spouse_name: z.string().nullable().describe('Name of the husband, wife or partner.'),
  org_name: z.string().nullable().describe('Name of the organization; of a person, the one they belong to.'),
  job_title: z.string().nullable().describe('What the person does in the organization.'),
  addressee: z
    .string()
    .nullable()
    .describe('How an envelope addresses the constituent; made from the names where it is not sent on create.'),
  salutation: z
    .string()
    .nullable()
    .describe('How a letter greets the constituent; made from the names where it is not sent on create.'),
  sort_name: z
    .string()
    .describe('What lists are sorted by: `Last, First`; of an organization its name. It follows the names.'),
  constituent_interest_level_id: z
    .int()
    .nullable()
    .describe('The level of interest. It cannot be written through the interface.'),
  constituent_interest_level_name: z
    .string()
    .nullable()
    .describe('The name of the level of interest. It cannot be written through the interface.'),
  constituent_rating_id: z.int().nullable().describe('The rating. It cannot be written through the interface.'),
  constituent_rating_name: z
    .string()
    .nullable()
    .describe('The name of the rating. It cannot be written through the interface.'),
  is_deceased: z.boolean().describe('Whether the person has died.'),
  deceased_date: date.nullable().describe('The day the person died.'),
  annual_report_name: z.string().nullable().describe('The name that the annual report prints.'),
  birthday: date.nullable().describe('Day of birth.'),
  gender: z.string().nullable().describe('Any text.'),
  maiden_name: z.string().nullable().describe('Family name at birth.'),
  nick_name: z.string().nullable().describe('What the person is called.'),
  spouse_nick_name: z.string().nullable().describe('What the husband, wife or partner is called.'),
  date_added: date.describe('The day the constituent came into the account; today where it is not sent on create.'),
  alt_salutation: z.string().nullable().describe('A second greeting for letters.'),
  alt_addressee: z.string().nullable().describe('A second form of address for envelopes.'),
  honorary_name: z.string().nullable().describe('The name for honours.'),
  assistant_name: z.string().nullable().describe('Name of the assistant.'),
  marital_status_id: z.int().nullable().describe('The marital status, from `GET /types/marital_statuses`.'),
  marital_status_name: z.string().nullable().describe('The name of the marital status.'),
  is_anon: z.boolean().describe('Whether to be named nowhere.'),
  ...moments,
});

export const constituentRow = constituentSummary.extend({
  /** Lists and searches omit inactive constituents. Not on the wire. */
  is_active: z.boolean(),
  /** `sort_name` folded: without case and accents. Not on the wire. */
  sort_key: z.string(),
  custom_attrs: z.array(assignedAttribute).readonly(),
  /** The constituent was deleted, and its records remain: a GET responds with 404. Not on the wire. */
  is_deleted: z.boolean(),
  /** The level of the membership that ends last, or null; see `derived.ts`. Not on the wire. */
  latest_membership_level_id: z.int().nullable(),
  latest_membership_level_ordinal: z.int().nullable(),
  latest_membership_end: z.union([z.literal('open'), date]).nullable(),
});

/** The arrays of the single object, in order; `expand` adds them to a search one by one. */
export const constituentArrays = {
  class_affiliations: z.array(classAffiliationOutput).describe('The years of schools that the constituent belongs to.'),
  relationships: z.array(relationshipOutput).describe('What the constituent is to others.'),
  street_addresses: z.array(nested('StreetAddressItem', streetAddresses.output)).describe('Street addresses.'),
  phone_numbers: z.array(nested('PhoneNumberItem', phoneNumbers.output)).describe('Phone numbers.'),
  email_addresses: z.array(nested('EmailAddressItem', emailAddresses.output)).describe('E-mail addresses.'),
  web_addresses: z.array(nested('WebAddressItem', webAddresses.output)).describe('Web addresses.'),
  categories: z
    .array(categoryOutput)
    .describe('Categories that the constituent holds keywords of, each with those keywords alone.'),
  groups: z.array(groupMembershipOutput).describe('Memberships in groups.'),
  memberships: z.array(membershipOutput).describe('Memberships: levels, with their dates.'),
  custom_attrs: z.array(customAttributeOutput).describe('Values of custom attributes.'),
};

export const constituentDetail = z.strictObject({...constituentSummary.shape, ...constituentArrays});
