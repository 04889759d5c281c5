/** What clients send, and what they mean by it; null where the service offers nothing of the kind. */
type Aliases = Readonly<Record<string, string | null>>;

/** Of any body. */
const everywhere: Aliases = {
  acknowledgment_template_id: 'ack_template_name',
  acknowledgment_template_name: 'ack_template_name',
  address_type: 'street_type_name',
  class_year: 'year',
  constituent_type: 'is_org',
  contact_date: 'original_date',
  contact_report_type: 'contact_report_type_name',
  contact_type: 'contact_report_type_name',
  email: 'address',
  email_address: 'address',
  email_address_type_name: 'email_type_name',
  email_type: 'email_type_name',
  external_gift_id: 'external_id',
  invitation_status: 'rsvp',
  is_anonymous: 'is_anon',
  is_primary: 'is_preferred',
  keyword_id: 'id',
  note: 'text',
  note_date: 'original_date',
  number_installments: null,
  installment_frequency: null,
  organization_name: 'org_name',
  phone_type: 'phone_type_name',
  preferred: 'is_preferred',
  primary: 'is_preferred',
  relationship_type: 'name',
  segment_name: null,
  start_date: 'date_start',
  subject: 'name',
  summary: 'name',
  team_member_id: 'team_member',
  volunteer_date: 'date',
  web_address_type: 'web_address_type_name',
  zip: 'postal_code',
  amount: 'received_amount',
  gift_date: 'received_date',
  gift_type: 'gift_type_name',
  payment_type: 'payment_type_name',
};

/** Where one name means several things: the first of them that the body in question has. */
const several: Readonly<Record<string, readonly string[]>> = {
  date: ['received_date', 'original_date', 'date'],
  end_date: ['finish_date', 'date_end'],
};

/**
 * What a field that a body does not have was meant to be.
 * @param known the fields that it has
 * @returns null where nothing of the kind is offered; undefined where the name tells nothing
 */
export function fieldMeant(name: string, known: readonly string[]): string | null | undefined {
  const [one] = (Object.hasOwn(several, name) ? several[name]! : []).filter(field => known.includes(field));
  if (one !== undefined) {
    return one;
  }
  const alias = Object.hasOwn(everywhere, name) ? everywhere[name] : undefined;
  return alias === undefined || alias === null || known.includes(alias) ? alias : undefined;
}

/** What a term that a search does not have was meant to be: a term, with what its value begins with. */
const terms: Readonly<Record<string, Aliases>> = {
  searchConstituents: {
    email: 'eaddr=',
    email_address: 'eaddr=',
    phone: 'phone_number=',
    first_name: 'name=',
    last_name: 'name=',
  },
  searchGifts: {
    start_date: 'date_from=',
    gift_date_from: 'date_from=',
    received_from: 'date_from=',
    end_date: 'date_to=',
    campaign: 'campaigns=in|',
    campaign_id: 'campaigns=in|',
    campaign_ids: 'campaigns=in|',
    campaign_name: 'campaigns=in|',
    fund: 'funds=in|',
    fund_id: 'funds=in|',
    fund_ids: 'funds=in|',
    appeal: 'appeals=in|',
    appeal_id: 'appeals=in|',
    gift_type: 'gift_types=in|',
    gift_type_id: 'gift_types=in|',
    gift_type_name: 'gift_types=in|',
    gift_category: 'categories=in|',
    payment_type: 'payment_types=in|',
    external_id: 'external_gift_ids=',
    amount: 'gift_amount=eq|',
    received_amount: 'gift_amount=eq|',
    amount_from: 'gift_amount=gte|',
    amount_min: 'gift_amount=gte|',
    min_amount: 'gift_amount=gte|',
    received_amount_from: 'gift_amount=gte|',
    gift_amount_from: 'gift_amount=gte|',
    amount_to: 'gift_amount=lte|',
    gift_amount_to: 'gift_amount=lte|',
    deposit_date_from: null,
  },
  searchContactReports: {
    date: 'original_date_from=',
    date_from: 'original_date_from=',
    from_date: 'original_date_from=',
    contact_report_type_name: 'contact_report_type_id=',
    created_from: null,
    team_member: null,
  },
};

/** Terms of a search that belong to another path. */
const elsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  searchGifts: {
    constituent: 'GET /api/v1/constituents/{id}/gifts',
    constituent_id: 'GET /api/v1/constituents/{id}/gifts',
    name: 'GET /api/v1/constituents/search?q[]=name=',
    keyword: 'GET /api/v1/constituents/search?q[]=keyword=',
    groups: 'GET /api/v1/constituents/search?q[]=groups=',
  },
};

/** What a term was meant to be: `gift_amount=gte|`; null where there is none, undefined where the name tells nothing. */
export const termMeant = (operation: string, name: string): string | null | undefined =>
  Object.hasOwn(terms[operation] ?? {}, name) ? terms[operation]![name] : undefined;

/** Where what a term asks for is to be had, where that is another path. */
export const pathMeant = (operation: string, name: string): string | undefined =>
  Object.hasOwn(elsewhere[operation] ?? {}, name) ? elsewhere[operation]![name] : undefined;
