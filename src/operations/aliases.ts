import {memoizeWeakly} from '../store/caching.js';

/** Names of the service, with the names that clients send instead. */
export type Aliases = Readonly<Record<string, readonly string[]>>;

/** The fields of all bodies. An alias of several fields means the first one that the body supports. */
const fields: Aliases = {
  ack_template_name: ['acknowledgment_template_id', 'acknowledgment_template_name'],
  address: ['email', 'email_address'],
  contact_report_type_name: ['contact_report_type', 'contact_type'],
  date: ['volunteer_date', 'event_date', 'appeal_date'],
  date_start: ['start_date'],
  email_addresses: ['email', 'email_address', 'emails'],
  email_type_name: ['email_address_type_name', 'email_type'],
  external_id: ['external_gift_id'],
  finish_date: ['end_date'],
  date_end: ['end_date'],
  gift_type_name: ['gift_type'],
  id: ['keyword_id'],
  is_anon: ['is_anonymous'],
  is_org: ['constituent_type'],
  is_preferred: ['is_primary', 'preferred', 'primary'],
  name: ['relationship_type', 'subject', 'summary'],
  org_name: ['organization_name'],
  payment_type_name: ['payment_type'],
  phone_numbers: ['phone', 'phone_number', 'phones'],
  phone_type_name: ['phone_type'],
  postal_code: ['zip'],
  received_amount: ['amount'],
  received_date: ['gift_date', 'date'],
  original_date: ['contact_date', 'note_date', 'date'],
  rsvp: ['invitation_status'],
  street_type_name: ['address_type'],
  team_member: ['team_member_id'],
  text: ['note'],
  web_address_type_name: ['web_address_type'],
  year: ['class_year'],
};

/** Fields without an equivalent in the service. */
const noFields = ['number_installments', 'installment_frequency', 'segment_name'];

/** The terms of searches, with the beginning of their values. */
const terms: Readonly<Record<string, Aliases>> = {
  searchConstituents: {
    'eaddr=': ['email', 'email_address'],
    'phone_number=': ['phone'],
    'name=': ['first_name', 'last_name', 'org_name'],
    'external_id=': ['external_constituent_id'],
    'groups=': ['group', 'group_id'],
    'postal_code=': ['zip', 'zip_code', 'postcode'],
    'constituent_type=': ['is_org'],
  },
  searchGifts: {
    'date_from=': ['start_date', 'gift_date_from', 'received_from', 'received_date_from'],
    'date_to=': ['end_date', 'received_date_to'],
    'campaigns=in|': ['campaign', 'campaign_id', 'campaign_ids', 'campaign_name'],
    'funds=in|': ['fund', 'fund_id', 'fund_ids', 'fund_name'],
    'appeals=in|': ['appeal', 'appeal_id', 'appeal_name'],
    'events=in|': ['event', 'event_id', 'event_name'],
    'gift_types=in|': ['gift_type', 'gift_type_id', 'gift_type_name'],
    'categories=in|': ['gift_category'],
    'payment_types=in|': ['payment_type'],
    'external_gift_ids=': ['external_id'],
    'gift_amount=eq|': ['amount', 'received_amount'],
    'gift_amount=gte|': ['amount_from', 'amount_min', 'min_amount', 'received_amount_from', 'gift_amount_from'],
    'gift_amount=lte|': ['amount_to', 'amount_max', 'max_amount', 'gift_amount_to'],
  },
  searchContactReports: {
    'original_date_from=': ['date', 'date_from', 'from_date'],
    'contact_report_type_id=': ['contact_report_type_name'],
    'const_keyword=': ['keyword'],
  },
};

const commonTerms: Aliases = {'updated_from=': ['updated_since']};

/** Terms without an equivalent in the search. */
const noTerms: Aliases = {
  searchGifts: ['deposit_date_from'],
  searchContactReports: ['created_from', 'team_member'],
};

/** Search terms that belong to another path. */
const elsewhere: Readonly<Record<string, Aliases>> = {
  searchGifts: {
    '/api/v1/constituents/{id}/gifts': ['constituent', 'constituent_id'],
  },
};

/** A name without the differences of its spellings: `date_to`, `dateTo` and `Date-To` are one. */
export const spelling = (name: string): string => name.slice(0, 100).replaceAll(/[_-]/g, '').toLowerCase();

const bySpelling = memoizeWeakly((aliases: Aliases) => {
  const meanings = new Map<string, string[]>();
  for (const [meant, names] of Object.entries(aliases)) {
    for (const spelled of new Set(names.map(spelling))) {
      meanings.set(spelled, [...(meanings.get(spelled) ?? []), meant]);
    }
  }
  return meanings;
});

const none: Aliases = {};

export const meantBy = (name: string, aliases = none): readonly string[] =>
  bySpelling(aliases).get(spelling(name)) ?? [];

/** @returns the intended field, null if the service has no equivalent, undefined if the name is unknown */
export const fieldMeant = (name: string, known: readonly string[]): string | null | undefined =>
  noFields.includes(name) ? null : meantBy(name, fields).find(field => known.includes(field));

/** The intended term for an unknown one: `gift_amount=gte|`; null and undefined as for fields. */
export const termMeant = (operation: string, name: string): string | null | undefined =>
  noTerms[operation]?.includes(name) ? null : (meantBy(name, terms[operation])[0] ?? meantBy(name, commonTerms)[0]);

/** The path that supports a search term. */
export const pathMeant = (operation: string, name: string): string | undefined =>
  meantBy(name, elsewhere[operation])[0];
