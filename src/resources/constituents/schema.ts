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
  id: integer.nullish().describe('The id of the category; `key` or `name` can replace it.'),
  name: text.nullish().describe('The name.'),
  key: text.nullish().describe('The name that programs use.'),
  keywords: listOf(categoryValueBody).describe('The keywords of the category to add.'),
};

const categoryBody = named('CategoryAggregatedCreate', body(categoryFields).meta(byOneOf('id', 'name', 'key')));

const categoryChanges = named(
  'CategoryAggregatedUpdate',
  body({
    ...categoryFields,
    remove_previous_keywords: flag
      .nullish()
      .describe('True to replace the existing keywords of this category instead of adding to them.'),
  }).meta(byOneOf('id', 'name', 'key')),
);

/** The import format: a category without keywords means that none of them is assigned. */
export const importedCategories = listOf(body({...categoryFields, keywords: listOf(categoryValueBody).nullish()}));

const groupChanges = named(
  'GroupMembershipAggregatedUpdate',
  groupMembershipBody.extend({
    id: integer.nullish().describe('The membership to change; omit it to create one.'),
  }),
);

/** Describes the flag that replaces an array instead of appending to it. */
const replaces = (what: string) =>
  flag.nullish().describe(`True to replace the existing ${what} instead of adding to them.`);

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
    .describe('The id of the constituent in another system. An integer in bodies, a string in responses.'),
  is_org: z.boolean().describe('True for an organization, false for a person.'),
  constituent_contact_type_id: z.int().describe('The kind of contact, from `GET /types/constituent_contact_types`.'),
  constituent_contact_type_name: z
    .string()
    .describe('The name of the kind of contact. Defaults to `Primary` on create.'),
  prefix: z.string().nullable().describe('The title before the name: `Dr.`'),
  first_name: z.string().nullable().describe('Given name.'),
  middle_name: z.string().nullable().describe('Middle name.'),
  last_name: z.string().nullable().describe('Family name.'),
  suffix: z.string().nullable().describe('The suffix after the name: `Jr.`'),
  spouse_name: z.string().nullable().describe('Name of the husband, wife or partner.'),
  org_name: z
    .string()
    .nullable()
    .describe('Name of the organization, or of the organization that a person belongs to.'),
  job_title: z.string().nullable().describe('Job title of the person in the organization.'),
  addressee: z
    .string()
    .nullable()
    .describe('The form of address on envelopes. Defaults to one made from the names on create.'),
  salutation: z.string().nullable().describe('The greeting in letters. Defaults to one made from the names on create.'),
  sort_name: z
    .string()
    .describe(
      'The name by which lists are sorted: `Last, First`, or the name of an organization. It changes with the names.',
    ),
  constituent_interest_level_id: z.int().nullable().describe('The level of interest. Read-only.'),
  constituent_interest_level_name: z.string().nullable().describe('The name of the level of interest. Read-only.'),
  constituent_rating_id: z.int().nullable().describe('The rating. Read-only.'),
  constituent_rating_name: z.string().nullable().describe('The name of the rating. Read-only.'),
  is_deceased: z.boolean().describe('True if the person has died.'),
  deceased_date: date.nullable().describe('The day the person died.'),
  annual_report_name: z.string().nullable().describe('The name in the annual report.'),
  birthday: date.nullable().describe('Day of birth.'),
  gender: z.string().nullable().describe('Any text.'),
  maiden_name: z.string().nullable().describe('Family name at birth.'),
  nick_name: z.string().nullable().describe('The nickname of the person.'),
  spouse_nick_name: z.string().nullable().describe('The nickname of the husband, wife or partner.'),
  date_added: date.describe('The day on which the constituent was added. Defaults to today on create.'),
  alt_salutation: z.string().nullable().describe('A second greeting for letters.'),
  alt_addressee: z.string().nullable().describe('A second form of address for envelopes.'),
  honorary_name: z.string().nullable().describe('The honorary name.'),
  assistant_name: z.string().nullable().describe('Name of the assistant.'),
  marital_status_id: z.int().nullable().describe('The marital status, from `GET /types/marital_statuses`.'),
  marital_status_name: z.string().nullable().describe('The name of the marital status.'),
  is_anon: z.boolean().describe('True if the name must not be published.'),
  ...moments,
});

export const constituentRow = constituentSummary.extend({
  /** Lists and searches omit inactive constituents. Not on the wire. */
  is_active: z.boolean(),
  /** `sort_name` folded: without case and accents. Not on the wire. */
  sort_key: z.string(),
  custom_attrs: z.array(assignedAttribute).readonly(),
  /** The constituent was deleted, but its records remain: a GET responds with 404. Not on the wire. */
  is_deleted: z.boolean(),
  /** The level of the membership that ends last, or null; see `derived.ts`. Not on the wire. */
  latest_membership_level_id: z.int().nullable(),
  latest_membership_level_ordinal: z.int().nullable(),
  latest_membership_end: z.union([z.literal('open'), date]).nullable(),
});

/** The arrays of the single object, in order; `expand` adds them to a search one by one. */
export const constituentArrays = {
  class_affiliations: z.array(classAffiliationOutput).describe('The school classes that the constituent belongs to.'),
  relationships: z.array(relationshipOutput).describe('The relationships to other constituents.'),
  street_addresses: z.array(nested('StreetAddressItem', streetAddresses.output)).describe('Street addresses.'),
  phone_numbers: z.array(nested('PhoneNumberItem', phoneNumbers.output)).describe('Phone numbers.'),
  email_addresses: z.array(nested('EmailAddressItem', emailAddresses.output)).describe('E-mail addresses.'),
  web_addresses: z.array(nested('WebAddressItem', webAddresses.output)).describe('Web addresses.'),
  categories: z
    .array(categoryOutput)
    .describe("The categories of the constituent's keywords, each with only those keywords."),
  groups: z.array(groupMembershipOutput).describe('Memberships in groups.'),
  memberships: z.array(membershipOutput).describe('Memberships, with their levels and dates.'),
  custom_attrs: z.array(customAttributeOutput).describe('Values of custom attributes.'),
};

export const constituentDetail = z.strictObject({...constituentSummary.shape, ...constituentArrays});
