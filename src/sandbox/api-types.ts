/**
 * The records as they are answered, and the bodies that are sent, by the names that they have in the OpenAPI document.
 * Numbers may be sent as numeric strings too. Generated from the document: `npm run docs` writes it.
 */

export interface Appeal {
  /** The id of the appeal. */
  id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** The day of it. */
  date: string | null;
  /** How much is to be raised. */
  financial_goal: number | null;
  /** How much is expected. */
  projected_amount: number | null;
  /** A short code. */
  code: string | null;
  /** Whether it goes on; true where it is not sent on create. */
  is_active: boolean;
}

export interface AppealCreate {
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** The day of it. */
  date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** How much is expected. */
  projected_amount?: number | null;
  /** A short code. */
  code?: string | null;
  /** Whether it goes on; true where it is not sent on create. */
  is_active?: boolean;
}

export interface AppealListItem {
  /** The id of the appeal. */
  id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** The day of it. */
  date: string | null;
  /** How much is to be raised. */
  financial_goal: number | null;
  /** How much is expected. */
  projected_amount: number | null;
  /** A short code. */
  code: string | null;
}

export interface AppealRequest {
  /** The id of the appeal request. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The `sort_name` of the constituent. */
  constituent_name: string;
  /** The appeal. */
  appeal_id: number;
  /** `Appeal: `, the name of the appeal, and its date in parentheses if it has one. */
  name: string;
  /** The sum of the constituent's gifts to the appeal. */
  raised: number;
  /** Any text; `open` where it is not sent on create. */
  status: string;
  /** How much is asked for. */
  ask_amount: number | null;
  /** The id of the team member who asks. */
  assigned_to: number | null;
  /** Keywords held of categories. */
  custom_fields: CustomField[];
  /** Values of custom attributes for invitations. */
  custom_attrs: CustomAttr[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface AppealRequestCreate {
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The appeal. */
  appeal_id?: number;
  /** How much is asked for. */
  ask_amount?: number | null;
  /** Any text; `open` where it is not sent on create. */
  status?: string | null;
  /** The id of the team member who asks. */
  assigned_to?: number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface AppealRequestCreateForConstituent {
  /** The appeal. */
  appeal_id: number;
  /** How much is asked for. */
  ask_amount?: number | null;
  /** Any text; `open` where it is not sent on create. */
  status?: string | null;
  /** The id of the team member who asks. */
  assigned_to?: number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface AppealRequestUpdate {
  /** The constituent that it belongs to. */
  constituent_id?: number;
  /** The appeal. */
  appeal_id?: number;
  /** How much is asked for. */
  ask_amount?: number | null;
  /** Any text; `open` where it is not sent on create. */
  status?: string;
  /** The id of the team member who asks. */
  assigned_to?: number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface AppealUpdate {
  /** Its name. */
  name?: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** The day of it. */
  date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** How much is expected. */
  projected_amount?: number | null;
  /** A short code. */
  code?: string | null;
  /** Whether it goes on; true where it is not sent on create. */
  is_active?: boolean;
}

export interface Attendance {
  /** The id of the attendance. */
  id: number;
  /** The day. */
  date: string;
  /** Free text. */
  notes: string | null;
}

export interface AttendanceCreate {
  /** One of the attendances of this invitation, to change it. */
  id?: number | null;
  /** The day. */
  date: string;
  /** Free text. */
  notes?: string | null;
}

export interface Attribute {
  /** The id of the attribute. */
  id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent' | 'Invitation';
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** The name that searches and bodies know it by. */
  key: string;
  /** The least value it takes. */
  min_val: number | null;
  /** The greatest value it takes. */
  max_val: number | null;
}

export interface Campaign {
  /** The id of the campaign. */
  id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** How much is to be raised. */
  financial_goal: number | null;
  /** The first day. */
  start_date: string | null;
  /** The last day. */
  end_date: string | null;
  /** A short code. */
  code: string | null;
}

export interface CampaignCreate {
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** The first day. */
  start_date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** A short code. */
  code?: string | null;
}

export interface CampaignUpdate {
  /** Its name. */
  name?: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** The first day. */
  start_date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** A short code. */
  code?: string | null;
}

export interface Category {
  /** The id of the category. */
  id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent' | 'Gift' | 'VolunteerTime';
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key: string;
  /** How many keywords a record holds: `single` is one, `list` any number. */
  facet_type: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  editable: boolean;
  /** How it is shown; `compact` where it is not sent on create. */
  display_format: string;
  /** The keywords of the category. */
  keywords: Keyword[];
}

export interface CategoryAggregatedCreate {
  /** The category; `key` or `name` do as well. */
  id?: number | null;
  /** Its name. */
  name?: string | null;
  /** The name that programs know it by. */
  key?: string | null;
  /** The keywords to hold of it. */
  keywords: CustomValueAggregatedUpdate[];
}

export interface CategoryAggregatedUpdate {
  /** The category; `key` or `name` do as well. */
  id?: number | null;
  /** Its name. */
  name?: string | null;
  /** The name that programs know it by. */
  key?: string | null;
  /** The keywords to hold of it. */
  keywords: CustomValueAggregatedUpdate[];
  /** Whether the keywords sent replace those held of this category, in place of being added. */
  remove_previous_keywords?: boolean | null;
}

export interface CategoryCreate {
  /** The kind of record it is for. */
  item_type: 'Constituent' | 'Gift' | 'VolunteerTime';
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key?: string | null;
  /** How many keywords a record holds: `single` is one, `list` any number. */
  facet_type?: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number | null;
  /** Whether people may remove it. Not enforced by the interface. */
  removable?: boolean | null;
  /** Whether people may change it. Not enforced by the interface. */
  editable?: boolean | null;
  /** How it is shown; `compact` where it is not sent on create. */
  display_format?: string | null;
}

export interface CategoryUpdate {
  /** The kind of record it is for. */
  item_type?: 'Constituent' | 'Gift' | 'VolunteerTime';
  /** Its name. */
  name?: string;
  /** The name that programs know it by. */
  key?: string;
  /** How many keywords a record holds: `single` is one, `list` any number. */
  facet_type?: string;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable?: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  editable?: boolean;
  /** How it is shown; `compact` where it is not sent on create. */
  display_format?: string;
}

export interface ClassAffiliation {
  /** The id of the class affiliation. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** What the constituent is to the class, from `GET /class_affiliation_types`. */
  class_affiliation_type_id: number | null;
  /** The year of the class. */
  year: number | null;
  /** Free text. */
  note: string | null;
}

export interface ClassAffiliationCreate {
  /** Ignored; in a PATCH of the constituent, the class affiliation to change. */
  id?: number | null;
  /** What the constituent is to the class, from `GET /class_affiliation_types`. */
  class_affiliation_type_id?: number | null;
  /** The year of the class. */
  year?: number | null;
  /** Free text. */
  note?: string | null;
}

export interface ClassAffiliationType {
  /** The id of the class affiliation type. */
  id: number;
  /** Its name. */
  name: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface ClassAffiliationUpdate {
  /** Ignored; in a PATCH of the constituent, the class affiliation to change. */
  id?: number;
  /** What the constituent is to the class, from `GET /class_affiliation_types`. */
  class_affiliation_type_id?: number | null;
  /** The year of the class. */
  year?: number | null;
  /** Free text. */
  note?: string | null;
}

export interface Constituent {
  /** The id of the constituent. */
  id: number;
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id: string | null;
  /** Whether it is an organization rather than a person. */
  is_org: boolean;
  /** The kind of contact, from `GET /types/constituent_contact_types`. */
  constituent_contact_type_id: number;
  /** The name of the kind of contact; of a new constituent, `Primary`. */
  constituent_contact_type_name: string;
  /** What stands before the name: `Dr.` */
  prefix: string | null;
  /** Given name. */
  first_name: string | null;
  /** Middle name. */
  middle_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** What stands behind the name: `Jr.` */
  suffix: string | null;
  /** Name of the husband, wife or partner. */
  spouse_name: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name: string | null;
  /** What the person does in the organization. */
  job_title: string | null;
  /** How an envelope addresses the constituent; made from the names where it is not sent on create. */
  addressee: string | null;
  /** How a letter greets the constituent; made from the names where it is not sent on create. */
  salutation: string | null;
  /** What lists are sorted by: `Last, First`; of an organization its name. It follows the names. */
  sort_name: string;
  /** The level of interest. It cannot be written through the interface. */
  constituent_interest_level_id: number | null;
  /** The name of the level of interest. It cannot be written through the interface. */
  constituent_interest_level_name: string | null;
  /** The rating. It cannot be written through the interface. */
  constituent_rating_id: number | null;
  /** The name of the rating. It cannot be written through the interface. */
  constituent_rating_name: string | null;
  /** Whether the person has died. */
  is_deceased: boolean;
  /** The day the person died. */
  deceased_date: string | null;
  /** The name that the annual report prints. */
  annual_report_name: string | null;
  /** Day of birth. */
  birthday: string | null;
  /** Any text. */
  gender: string | null;
  /** Family name at birth. */
  maiden_name: string | null;
  /** What the person is called. */
  nick_name: string | null;
  /** What the husband, wife or partner is called. */
  spouse_nick_name: string | null;
  /** The day the constituent came into the account; today where it is not sent on create. */
  date_added: string;
  /** A second greeting for letters. */
  alt_salutation: string | null;
  /** A second form of address for envelopes. */
  alt_addressee: string | null;
  /** The name for honours. */
  honorary_name: string | null;
  /** Name of the assistant. */
  assistant_name: string | null;
  /** The marital status, from `GET /types/marital_statuses`. */
  marital_status_id: number | null;
  /** The name of the marital status. */
  marital_status_name: string | null;
  /** Whether to be named nowhere. */
  is_anon: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
  /** The years of schools that the constituent belongs to. */
  class_affiliations: ClassAffiliation[];
  /** What the constituent is to others. */
  relationships: ConstituentRelationship[];
  /** Street addresses. */
  street_addresses: StreetAddressItem[];
  /** Phone numbers. */
  phone_numbers: PhoneNumberItem[];
  /** E-mail addresses. */
  email_addresses: EmailAddressItem[];
  /** Web addresses. */
  web_addresses: WebAddressItem[];
  /** Categories that the constituent holds keywords of, each with those keywords alone. */
  categories: Category[];
  /** Memberships in groups. */
  groups: GroupMembership[];
  /** Memberships: levels, with their dates. */
  memberships: Membership[];
  /** Values of custom attributes. */
  custom_attrs: CustomAttr[];
}

export interface ConstituentCreate {
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id?: string | number | null;
  /** Whether it is an organization rather than a person. */
  is_org?: boolean | null;
  /** The kind of contact, from `GET /types/constituent_contact_types`. */
  constituent_contact_type_id?: number | null;
  /** The name of the kind of contact; of a new constituent, `Primary`. */
  constituent_contact_type_name?: string | null;
  /** What stands before the name: `Dr.` */
  prefix?: string | null;
  /** Given name. */
  first_name: string;
  /** Middle name. */
  middle_name?: string | null;
  /** Family name. */
  last_name: string;
  /** What stands behind the name: `Jr.` */
  suffix?: string | null;
  /** Name of the husband, wife or partner. */
  spouse_name?: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name?: string | null;
  /** What the person does in the organization. */
  job_title?: string | null;
  /** How an envelope addresses the constituent; made from the names where it is not sent on create. */
  addressee?: string | null;
  /** How a letter greets the constituent; made from the names where it is not sent on create. */
  salutation?: string | null;
  /** Whether the person has died. */
  is_deceased?: boolean | null;
  /** The day the person died. */
  deceased_date?: string | null;
  /** The name that the annual report prints. */
  annual_report_name?: string | null;
  /** Day of birth. */
  birthday?: string | null;
  /** Any text. */
  gender?: string | null;
  /** Family name at birth. */
  maiden_name?: string | null;
  /** What the person is called. */
  nick_name?: string | null;
  /** What the husband, wife or partner is called. */
  spouse_nick_name?: string | null;
  /** The day the constituent came into the account; today where it is not sent on create. */
  date_added?: string | null;
  /** A second greeting for letters. */
  alt_salutation?: string | null;
  /** A second form of address for envelopes. */
  alt_addressee?: string | null;
  /** The name for honours. */
  honorary_name?: string | null;
  /** Name of the assistant. */
  assistant_name?: string | null;
  /** The marital status, from `GET /types/marital_statuses`. */
  marital_status_id?: number | null;
  /** The name of the marital status. */
  marital_status_name?: string | null;
  /** Whether to be named nowhere. */
  is_anon?: boolean | null;
  /** E-mail addresses. */
  email_addresses: EmailAddressCreate[];
  /** Phone numbers. */
  phone_numbers?: PhoneNumberCreate[] | null;
  /** Street addresses. */
  street_addresses?: StreetAddressCreate[] | null;
  /** Web addresses. */
  web_addresses?: WebAddressCreate[] | null;
  /** Categories that the constituent holds keywords of, each with those keywords alone. */
  categories?: CategoryAggregatedCreate[] | null;
  /** Memberships in groups. */
  groups?: GroupMembershipCreate[] | null;
  /** Values of custom attributes. */
  custom_attrs?: CustomAttrCreate[] | null;
  /** The years of schools that the constituent belongs to. */
  class_affiliations?: ClassAffiliationCreate[] | null;
  /** What the constituent is to others. */
  relationships?: ConstituentRelationshipCreate[] | null;
}

export interface ConstituentListItem {
  /** The id of the constituent. */
  id: number;
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id: string | null;
  /** Whether it is an organization rather than a person. */
  is_org: boolean;
  /** The kind of contact, from `GET /types/constituent_contact_types`. */
  constituent_contact_type_id: number;
  /** The name of the kind of contact; of a new constituent, `Primary`. */
  constituent_contact_type_name: string;
  /** What stands before the name: `Dr.` */
  prefix: string | null;
  /** Given name. */
  first_name: string | null;
  /** Middle name. */
  middle_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** What stands behind the name: `Jr.` */
  suffix: string | null;
  /** Name of the husband, wife or partner. */
  spouse_name: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name: string | null;
  /** What the person does in the organization. */
  job_title: string | null;
  /** How an envelope addresses the constituent; made from the names where it is not sent on create. */
  addressee: string | null;
  /** How a letter greets the constituent; made from the names where it is not sent on create. */
  salutation: string | null;
  /** What lists are sorted by: `Last, First`; of an organization its name. It follows the names. */
  sort_name: string;
  /** The level of interest. It cannot be written through the interface. */
  constituent_interest_level_id: number | null;
  /** The name of the level of interest. It cannot be written through the interface. */
  constituent_interest_level_name: string | null;
  /** The rating. It cannot be written through the interface. */
  constituent_rating_id: number | null;
  /** The name of the rating. It cannot be written through the interface. */
  constituent_rating_name: string | null;
  /** Whether the person has died. */
  is_deceased: boolean;
  /** The day the person died. */
  deceased_date: string | null;
  /** The name that the annual report prints. */
  annual_report_name: string | null;
  /** Day of birth. */
  birthday: string | null;
  /** Any text. */
  gender: string | null;
  /** Family name at birth. */
  maiden_name: string | null;
  /** What the person is called. */
  nick_name: string | null;
  /** What the husband, wife or partner is called. */
  spouse_nick_name: string | null;
  /** The day the constituent came into the account; today where it is not sent on create. */
  date_added: string;
  /** A second greeting for letters. */
  alt_salutation: string | null;
  /** A second form of address for envelopes. */
  alt_addressee: string | null;
  /** The name for honours. */
  honorary_name: string | null;
  /** Name of the assistant. */
  assistant_name: string | null;
  /** The marital status, from `GET /types/marital_statuses`. */
  marital_status_id: number | null;
  /** The name of the marital status. */
  marital_status_name: string | null;
  /** Whether to be named nowhere. */
  is_anon: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface ConstituentRelationship {
  /** The id of the relationship. */
  id: number;
  /** What the other one is, from `GET /relationship_types`. */
  relationship_type_id: number | null;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The other constituent. */
  related_constituent_id: number | null;
  /** The name of the type: `Friend`. */
  name: string | null;
  /** What the other one is. */
  description: string | null;
  /** Whether a gift of one gives a soft credit to the other. */
  auto_soft_credit: boolean;
  /** Whether the other one is thanked as well. */
  also_acknowledge: boolean;
  /** Whether both have one address: a number, as it was sent. */
  share_address: number | null;
  /** Whether both have one phone number: a number, as it was sent. */
  share_phone: number | null;
}

export interface ConstituentRelationshipCreate {
  /** The other constituent. */
  related_constituent_id?: number | null;
  /** What the other one is, from `GET /relationship_types`. */
  relationship_type_id?: number | null;
  /** The name of the type: `Friend`. */
  name?: string | null;
  /** What the other one is. */
  description?: string | null;
  /** Whether both have one address: a number, as it was sent. */
  share_address?: number | null;
  /** Whether both have one phone number: a number, as it was sent. */
  share_phone?: number | null;
  /** Whether a gift of one gives a soft credit to the other. */
  auto_soft_credit?: boolean | null;
  /** Whether the other one is thanked as well. */
  also_acknowledge?: boolean | null;
  /** The type of the relationship back, from `GET /relationship_types`. */
  reciprocal_id?: number | null;
  /** The name of the type of the relationship back. */
  rec_name?: string | null;
  /** The description of the relationship back. */
  reciprocal_description?: string | null;
  /** Ignored; in a PATCH of the constituent, the relationship to change. */
  id?: number | null;
  /** Ignored: a relationship has no timestamps. */
  created_at?: string | null;
  /** Ignored: a relationship has no timestamps. */
  updated_at?: string | null;
}

export interface ConstituentRelationshipUpdate {
  /** The other constituent. */
  related_constituent_id?: number | null;
  /** What the other one is, from `GET /relationship_types`. */
  relationship_type_id?: number | null;
  /** The name of the type: `Friend`. */
  name?: string | null;
  /** What the other one is. */
  description?: string | null;
  /** Whether both have one address: a number, as it was sent. */
  share_address?: number | null;
  /** Whether both have one phone number: a number, as it was sent. */
  share_phone?: number | null;
  /** Whether a gift of one gives a soft credit to the other. */
  auto_soft_credit?: boolean;
  /** Whether the other one is thanked as well. */
  also_acknowledge?: boolean;
  /** The type of the relationship back, from `GET /relationship_types`. */
  reciprocal_id?: number | null;
  /** The name of the type of the relationship back. */
  rec_name?: string | null;
  /** The description of the relationship back. */
  reciprocal_description?: string | null;
  /** Ignored; in a PATCH of the constituent, the relationship to change. */
  id?: number;
  /** Ignored: a relationship has no timestamps. */
  created_at?: string | null;
  /** Ignored: a relationship has no timestamps. */
  updated_at?: string | null;
}

export interface ConstituentSearchItem {
  /** The id of the constituent. */
  id: number;
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id: string | null;
  /** Whether it is an organization rather than a person. */
  is_org: boolean;
  /** The kind of contact, from `GET /types/constituent_contact_types`. */
  constituent_contact_type_id: number;
  /** The name of the kind of contact; of a new constituent, `Primary`. */
  constituent_contact_type_name: string;
  /** What stands before the name: `Dr.` */
  prefix: string | null;
  /** Given name. */
  first_name: string | null;
  /** Middle name. */
  middle_name: string | null;
  /** Family name. */
  last_name: string | null;
  /** What stands behind the name: `Jr.` */
  suffix: string | null;
  /** Name of the husband, wife or partner. */
  spouse_name: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name: string | null;
  /** What the person does in the organization. */
  job_title: string | null;
  /** How an envelope addresses the constituent; made from the names where it is not sent on create. */
  addressee: string | null;
  /** How a letter greets the constituent; made from the names where it is not sent on create. */
  salutation: string | null;
  /** What lists are sorted by: `Last, First`; of an organization its name. It follows the names. */
  sort_name: string;
  /** The level of interest. It cannot be written through the interface. */
  constituent_interest_level_id: number | null;
  /** The name of the level of interest. It cannot be written through the interface. */
  constituent_interest_level_name: string | null;
  /** The rating. It cannot be written through the interface. */
  constituent_rating_id: number | null;
  /** The name of the rating. It cannot be written through the interface. */
  constituent_rating_name: string | null;
  /** Whether the person has died. */
  is_deceased: boolean;
  /** The day the person died. */
  deceased_date: string | null;
  /** The name that the annual report prints. */
  annual_report_name: string | null;
  /** Day of birth. */
  birthday: string | null;
  /** Any text. */
  gender: string | null;
  /** Family name at birth. */
  maiden_name: string | null;
  /** What the person is called. */
  nick_name: string | null;
  /** What the husband, wife or partner is called. */
  spouse_nick_name: string | null;
  /** The day the constituent came into the account; today where it is not sent on create. */
  date_added: string;
  /** A second greeting for letters. */
  alt_salutation: string | null;
  /** A second form of address for envelopes. */
  alt_addressee: string | null;
  /** The name for honours. */
  honorary_name: string | null;
  /** Name of the assistant. */
  assistant_name: string | null;
  /** The marital status, from `GET /types/marital_statuses`. */
  marital_status_id: number | null;
  /** The name of the marital status. */
  marital_status_name: string | null;
  /** Whether to be named nowhere. */
  is_anon: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
  /** The years of schools that the constituent belongs to. */
  class_affiliations?: ClassAffiliation[];
  /** What the constituent is to others. */
  relationships?: ConstituentRelationship[];
  /** Street addresses. */
  street_addresses?: StreetAddressItem[];
  /** Phone numbers. */
  phone_numbers?: PhoneNumberItem[];
  /** E-mail addresses. */
  email_addresses?: EmailAddressItem[];
  /** Web addresses. */
  web_addresses?: WebAddressItem[];
  /** Categories that the constituent holds keywords of, each with those keywords alone. */
  categories?: Category[];
  /** Memberships in groups. */
  groups?: GroupMembership[];
  /** Memberships: levels, with their dates. */
  memberships?: Membership[];
  /** Values of custom attributes. */
  custom_attrs?: CustomAttr[];
}

export interface ConstituentUpdate {
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id?: string | number | null;
  /** Whether it is an organization rather than a person. */
  is_org?: boolean;
  /** The kind of contact, from `GET /types/constituent_contact_types`. */
  constituent_contact_type_id?: number | null;
  /** The name of the kind of contact; of a new constituent, `Primary`. */
  constituent_contact_type_name?: string | null;
  /** What stands before the name: `Dr.` */
  prefix?: string | null;
  /** Given name. */
  first_name?: string | null;
  /** Middle name. */
  middle_name?: string | null;
  /** Family name. */
  last_name?: string | null;
  /** What stands behind the name: `Jr.` */
  suffix?: string | null;
  /** Name of the husband, wife or partner. */
  spouse_name?: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name?: string | null;
  /** What the person does in the organization. */
  job_title?: string | null;
  /** How an envelope addresses the constituent; made from the names where it is not sent on create. */
  addressee?: string | null;
  /** How a letter greets the constituent; made from the names where it is not sent on create. */
  salutation?: string | null;
  /** Whether the person has died. */
  is_deceased?: boolean;
  /** The day the person died. */
  deceased_date?: string | null;
  /** The name that the annual report prints. */
  annual_report_name?: string | null;
  /** Day of birth. */
  birthday?: string | null;
  /** Any text. */
  gender?: string | null;
  /** Family name at birth. */
  maiden_name?: string | null;
  /** What the person is called. */
  nick_name?: string | null;
  /** What the husband, wife or partner is called. */
  spouse_nick_name?: string | null;
  /** The day the constituent came into the account; today where it is not sent on create. */
  date_added?: string;
  /** A second greeting for letters. */
  alt_salutation?: string | null;
  /** A second form of address for envelopes. */
  alt_addressee?: string | null;
  /** The name for honours. */
  honorary_name?: string | null;
  /** Name of the assistant. */
  assistant_name?: string | null;
  /** The marital status, from `GET /types/marital_statuses`. */
  marital_status_id?: number | null;
  /** The name of the marital status. */
  marital_status_name?: string | null;
  /** Whether to be named nowhere. */
  is_anon?: boolean;
  /** E-mail addresses. */
  email_addresses?: EmailAddressCreate[] | null;
  /** Phone numbers. */
  phone_numbers?: PhoneNumberCreate[] | null;
  /** Street addresses. */
  street_addresses?: StreetAddressCreate[] | null;
  /** Web addresses. */
  web_addresses?: WebAddressCreate[] | null;
  /** Categories that the constituent holds keywords of, each with those keywords alone. */
  categories?: CategoryAggregatedUpdate[] | null;
  /** Memberships in groups. */
  groups?: GroupMembershipAggregatedUpdate[] | null;
  /** Values of custom attributes. */
  custom_attrs?: CustomAttrCreate[] | null;
  /** The years of schools that the constituent belongs to. */
  class_affiliations?: ClassAffiliationCreate[] | null;
  /** What the constituent is to others. */
  relationships?: ConstituentRelationshipCreate[] | null;
  /** Whether the e-mail addresses sent replace those there are, in place of being added. */
  remove_previous_email_addresses?: boolean | null;
  /** Whether the phone numbers sent replace those there are, in place of being added. */
  remove_previous_phone_numbers?: boolean | null;
  /** Whether the street addresses sent replace those there are, in place of being added. */
  remove_previous_street_addresses?: boolean | null;
  /** Whether the web addresses sent replace those there are, in place of being added. */
  remove_previous_web_addresses?: boolean | null;
  /** Whether the memberships in groups sent replace those there are, in place of being added. */
  remove_previous_groups?: boolean | null;
  /** Whether the class affiliations sent replace those there are, in place of being added. */
  remove_previous_class_affiliations?: boolean | null;
  /** Whether the relationships sent replace those there are, in place of being added. */
  remove_previous_relationships?: boolean | null;
}

export interface ContactReport {
  /** The id of the contact report. */
  id: number;
  /** The constituent it is about. */
  constituent_id: number;
  /** `Contact report for '<sort_name>'` where it is not sent on create. */
  name: string | null;
  /** The kind of contact, from `GET /types/contact_report_types`. */
  contact_report_type_id: number | null;
  /** The name of the kind of contact. A name that no kind has makes a new kind. */
  contact_report_type_name: string | null;
  /** The day of the contact; today where it is not sent on create. */
  original_date: string;
  /** What was said and done. */
  text: string;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member: string | null;
  /** The e-mail address of the team member. */
  team_member_email: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface ContactReportCreate {
  /** `Contact report for '<sort_name>'` where it is not sent on create. */
  name?: string | null;
  /** The kind of contact, from `GET /types/contact_report_types`. */
  contact_report_type_id?: number | null;
  /** The name of the kind of contact. A name that no kind has makes a new kind. */
  contact_report_type_name?: string | null;
  /** The day of the contact; today where it is not sent on create. */
  original_date?: string | null;
  /** What was said and done. */
  text: string;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member?: string | number | null;
}

export interface ContactReportUpdate {
  /** `Contact report for '<sort_name>'` where it is not sent on create. */
  name?: string | null;
  /** The kind of contact, from `GET /types/contact_report_types`. */
  contact_report_type_id?: number | null;
  /** The name of the kind of contact. A name that no kind has makes a new kind. */
  contact_report_type_name?: string | null;
  /** The day of the contact; today where it is not sent on create. */
  original_date?: string;
  /** What was said and done. */
  text?: string;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member?: string | number | null;
  /** The constituent it is about. */
  constituent_id?: number | null;
}

export interface CustomAttr {
  /** The id of the definition, from `GET /attributes`: the same with every record. */
  id: number;
  /** What the value holds: `text`, `integer` or `date`. */
  classification: string;
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key: string;
  /** The place of the definition in lists. */
  ordinal: number;
  /** The value, as text, whatever the classification. */
  value: string;
}

export interface CustomAttrCreate {
  /** The id of the definition, from `GET /attributes`, as replies have it; `key` does as well. */
  id?: number | null;
  /** The key of the definition; an unknown one is ignored. */
  key?: string | null;
  /** The value. It replaces the one there is. */
  value: string;
}

export interface CustomField {
  /** The id of the category. */
  id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent' | 'Gift' | 'VolunteerTime';
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key: string;
  /** How many keywords a record holds: `single` is one, `list` any number. */
  facet_type: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  editable: boolean;
  /** The values. */
  values: CustomFieldValue[];
}

export interface CustomFieldAggregatedUpdate {
  /** The category; `key` or `name` do as well. */
  id?: number | null;
  /** Its name. */
  name?: string | null;
  /** The name that programs know it by. */
  key?: string | null;
  /** Whether the values sent replace those held, in place of being added. */
  remove_previous_values?: boolean | null;
  /** The keywords to hold of it. */
  values: CustomValueAggregatedUpdate[];
}

export interface CustomFieldValue {
  /** The id of the keyword. */
  id: number;
  /** The category that it belongs to. */
  category_id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** A short code. */
  short_code: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  can_change: boolean;
  /** Whether people may select it. Not enforced by the interface. */
  can_select: boolean;
}

export interface CustomValueAggregatedUpdate {
  /** The keyword; `short_code` or `name` do as well. */
  id?: number | null;
  /** Its name. */
  name?: string | null;
  /** A short code. */
  short_code?: string | null;
}

export interface EmailAddress {
  /** The id of the address. */
  id: number;
  /** The constituent that it belongs to. */
  item_id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent';
  /** The e-mail address. */
  address: string | null;
  /** The kind of address, from `GET /types/email_address_types`; 1 is Home. */
  email_address_type_id: number;
  /** The name of the kind of address. */
  email_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface EmailAddressCreate {
  /** The e-mail address. */
  address?: string | null;
  /** The kind of address, from `GET /types/email_address_types`; 1 is Home. */
  email_address_type_id?: number | null;
  /** The name of the kind of address. */
  email_type_name?: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean | null;
  /** Whether it no longer holds. */
  not_current?: boolean | null;
}

export interface EmailAddressItem {
  /** The id of the address. */
  id: number;
  /** The e-mail address. */
  address: string | null;
  /** The kind of address, from `GET /types/email_address_types`; 1 is Home. */
  email_address_type_id: number;
  /** The name of the kind of address. */
  email_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface EmailAddressUpdate {
  /** The e-mail address. */
  address?: string | null;
  /** The kind of address, from `GET /types/email_address_types`; 1 is Home. */
  email_address_type_id?: number | null;
  /** The name of the kind of address. */
  email_type_name?: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean;
  /** Whether it no longer holds. */
  not_current?: boolean;
}

interface Error {
  /** The version of the interface. */
  api_version: '1.0';
  /** The title of the error. */
  error: string;
  /** What was wrong, where, and what would be right. */
  description: string;
}

export interface Event {
  /** The id of the event. */
  id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** The first day. */
  date: string | null;
  /** The last day. */
  end_date: string | null;
  /** How much is to be raised. */
  financial_goal: number | null;
  /** How much is expected. */
  projected_amount: number | null;
  /** A short code. */
  code: string | null;
}

export interface EventCreate {
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** The first day. */
  date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** How much is expected. */
  projected_amount?: number | null;
  /** A short code. */
  code?: string | null;
}

export interface EventUpdate {
  /** Its name. */
  name?: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** The first day. */
  date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
  /** How much is expected. */
  projected_amount?: number | null;
  /** A short code. */
  code?: string | null;
}

export interface Fund {
  /** The id of the fund. */
  id: number;
  /** Its name; a fund may have none. */
  name: string | null;
  /** A sentence or two about it. */
  description: string | null;
  /** A short code. */
  code: string | null;
  /** The first day. */
  start_date: string | null;
  /** The last day. */
  end_date: string | null;
  /** How much is to be raised. */
  financial_goal: number | null;
}

export interface FundCreate {
  /** Its name; a fund may have none. */
  name?: string | null;
  /** A sentence or two about it. */
  description?: string | null;
  /** A short code. */
  code?: string | number | null;
  /** The first day. */
  start_date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
}

export interface FundUpdate {
  /** Its name; a fund may have none. */
  name?: string | null;
  /** A sentence or two about it. */
  description?: string | null;
  /** A short code. */
  code?: string | number | null;
  /** The first day. */
  start_date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How much is to be raised. */
  financial_goal?: number | null;
}

export interface Gift {
  /** The id of the gift. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The id that another system knows it by; no two gifts have the same. Declared an integer, answered as a string. */
  external_id: string | null;
  /** Whether to be named nowhere. */
  is_anon: boolean;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id: number;
  /** The name of the type of gift. */
  gift_type_name: string;
  /** The category within the type, from `GET /gift_categories`; 0 where there is none. */
  gift_category_id: number;
  /** The name of the category. */
  gift_category_name: string | null;
  /** The campaign; 0 where there is none. */
  campaign_id: number;
  /** The name of the campaign. */
  campaign_name: string | null;
  /** The fund that the money goes to; 0 where there is none. */
  fund_id: number;
  /** The name of the fund. */
  fund_name: string | null;
  /** The appeal that it answers; 0 where there is none. */
  appeal_id: number;
  /** The name of the appeal. */
  appeal_name: string | null;
  /** The fundraising event; 0 where there is none. */
  event_id: number;
  /** The name of the event. */
  event_name: string | null;
  /** What was given, in the currency of the account. */
  received_amount: number;
  /** The day it was given. */
  received_date: string | null;
  /** How it was paid, from `GET /payment_types`. */
  payment_type_id: number | null;
  /** The name of the way it was paid. */
  payment_type_name: string | null;
  /** The number of the check. */
  check_number: string | null;
  /** How much of it can be deducted from tax; all of it where it is not sent on create. */
  deductible_amount: number;
  /** Free text. */
  note: string | null;
  /** The mailing template of the letter of thanks; `do_not_ack` in a body means that none is sent. */
  ack_template_name: string | null;
  /** The day it went to the bank; the day it was given where it is not sent on create. */
  deposit_date: string | null;
  /** How much went to the bank; all of it where it is not sent on create. */
  deposited_amount: number;
  /** The gift that this one pays: the pledge of an installment. */
  parent_gift_id: number | null;
  /** The `external_id` of the gift that this one pays. */
  parent_external_id: string | null;
  /** Whether it goes to the books by itself. It is taken and not kept, and answered where a switch says so. */
  auto_sync_to_qbo?: false;
  /** The name of the tribute. */
  tribute_name: string | null;
  /** Who is honoured. */
  tributee_name: string | null;
  /** The dedication. */
  tribute_dedication: string | null;
  /** Who is told of the tribute. */
  tribute_recipient_name: string | null;
  /** How that person is greeted. */
  tribute_recipient_salutation: string | null;
  /** Their e-mail address. */
  tribute_recipient_email: string | null;
  /** Their street address. */
  tribute_recipient_address: string | null;
  /** The template of that letter. */
  tribute_recipient_notification_template: string | null;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member: string | null;
  /** The e-mail address of the team member. */
  team_member_email: string | null;
  /** Keywords held of categories. */
  custom_fields: CustomField[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface GiftCategory {
  /** The id of the gift category. */
  id: number;
  /** What people see it as. */
  display_name: string;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id: number;
  /** The name of the type of gift. */
  gift_type_name: string;
}

export interface GiftCreate {
  /** The id that another system knows it by; no two gifts have the same. Declared an integer, answered as a string. */
  external_id?: string | number | null;
  /** Whether to be named nowhere. */
  is_anon?: boolean | null;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id?: number | null;
  /** The name of the type of gift. */
  gift_type_name?: string | null;
  /** The category within the type, from `GET /gift_categories`; 0 where there is none. */
  gift_category_id?: number | null;
  /** The name of the category. */
  gift_category_name?: string | null;
  /** The campaign; 0 where there is none. */
  campaign_id?: number | null;
  /** The name of the campaign. */
  campaign_name?: string | null;
  /** The fund that the money goes to; 0 where there is none. */
  fund_id?: number | null;
  /** The name of the fund. */
  fund_name?: string | null;
  /** The appeal that it answers; 0 where there is none. */
  appeal_id?: number | null;
  /** The name of the appeal. */
  appeal_name?: string | null;
  /** The fundraising event; 0 where there is none. */
  event_id?: number | null;
  /** The name of the event. */
  event_name?: string | null;
  /** What was given, in the currency of the account. */
  received_amount?: number | null;
  /** The day it was given. */
  received_date?: string | null;
  /** How it was paid, from `GET /payment_types`. */
  payment_type_id?: number | null;
  /** The name of the way it was paid. */
  payment_type_name?: string | null;
  /** The number of the check. */
  check_number?: string | null;
  /** How much of it can be deducted from tax; all of it where it is not sent on create. */
  deductible_amount?: number | null;
  /** Free text. */
  note?: string | null;
  /** The mailing template of the letter of thanks; `do_not_ack` in a body means that none is sent. */
  ack_template_name?: string | null;
  /** The day it went to the bank; the day it was given where it is not sent on create. */
  deposit_date?: string | null;
  /** How much went to the bank; all of it where it is not sent on create. */
  deposited_amount?: number | null;
  /** The gift that this one pays: the pledge of an installment. */
  parent_gift_id?: number | null;
  /** The `external_id` of the gift that this one pays. */
  parent_external_id?: string | number | null;
  /** Whether it goes to the books by itself. It is taken and not kept, and answered where a switch says so. */
  auto_sync_to_qbo?: boolean | null;
  /** The name of the tribute. */
  tribute_name?: string | null;
  /** Who is honoured. */
  tributee_name?: string | null;
  /** The dedication. */
  tribute_dedication?: string | null;
  /** Who is told of the tribute. */
  tribute_recipient_name?: string | null;
  /** How that person is greeted. */
  tribute_recipient_salutation?: string | null;
  /** Their e-mail address. */
  tribute_recipient_email?: string | null;
  /** Their street address. */
  tribute_recipient_address?: string | null;
  /** The template of that letter. */
  tribute_recipient_notification_template?: string | null;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member?: string | number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
}

export interface GiftListItem {
  /** The id of the gift. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id: number;
  /** The name of the type of gift. */
  gift_type_name: string;
  /** What was given: `received_amount` by the name that it has in this list. */
  amount: number;
  /** The day it was given: `received_date` by the name that it has in this list. */
  date: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface GiftSearchItem {
  /** The id of the gift. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The id that another system knows it by; no two gifts have the same. Declared an integer, answered as a string. */
  external_id: string | null;
  /** Whether to be named nowhere. */
  is_anon: boolean;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id: number;
  /** The name of the type of gift. */
  gift_type_name: string;
  /** The category within the type, from `GET /gift_categories`; 0 where there is none. */
  gift_category_id: number;
  /** The name of the category. */
  gift_category_name: string | null;
  /** The campaign; 0 where there is none. */
  campaign_id: number;
  /** The name of the campaign. */
  campaign_name: string | null;
  /** The fund that the money goes to; 0 where there is none. */
  fund_id: number;
  /** The name of the fund. */
  fund_name: string | null;
  /** The appeal that it answers; 0 where there is none. */
  appeal_id: number;
  /** The name of the appeal. */
  appeal_name: string | null;
  /** The fundraising event; 0 where there is none. */
  event_id: number;
  /** The name of the event. */
  event_name: string | null;
  /** What was given, in the currency of the account. */
  received_amount: number;
  /** The day it was given. */
  received_date: string | null;
  /** How it was paid, from `GET /payment_types`. */
  payment_type_id: number | null;
  /** The name of the way it was paid. */
  payment_type_name: string | null;
  /** The number of the check. */
  check_number: string | null;
  /** How much of it can be deducted from tax; all of it where it is not sent on create. */
  deductible_amount: number;
  /** Free text. */
  note: string | null;
  /** The mailing template of the letter of thanks; `do_not_ack` in a body means that none is sent. */
  ack_template_name: string | null;
  /** The day it went to the bank; the day it was given where it is not sent on create. */
  deposit_date: string | null;
  /** How much went to the bank; all of it where it is not sent on create. */
  deposited_amount: number;
  /** The gift that this one pays: the pledge of an installment. */
  parent_gift_id: number | null;
  /** The `external_id` of the gift that this one pays. */
  parent_external_id: string | null;
  /** Whether it goes to the books by itself. It is taken and not kept, and answered where a switch says so. */
  auto_sync_to_qbo?: false;
  /** The name of the tribute. */
  tribute_name: string | null;
  /** Who is honoured. */
  tributee_name: string | null;
  /** The dedication. */
  tribute_dedication: string | null;
  /** Who is told of the tribute. */
  tribute_recipient_name: string | null;
  /** How that person is greeted. */
  tribute_recipient_salutation: string | null;
  /** Their e-mail address. */
  tribute_recipient_email: string | null;
  /** Their street address. */
  tribute_recipient_address: string | null;
  /** The template of that letter. */
  tribute_recipient_notification_template: string | null;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member: string | null;
  /** The e-mail address of the team member. */
  team_member_email: string | null;
  /** Keywords held of categories. */
  custom_fields: CustomField[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
  /** The id that another system knows the constituent by. Declared an integer in bodies, answered as a string. */
  external_constituent_id?: string | null;
  /** Whether it is an organization rather than a person. */
  constituent_is_org?: boolean;
  /** Given name. */
  first_name?: string | null;
  /** Family name. */
  last_name?: string | null;
  /** Name of the organization; of a person, the one they belong to. */
  org_name?: string | null;
  /** Street addresses. */
  street_addresses?: StreetAddressItem[];
  /** Phone numbers. */
  phone_numbers?: PhoneNumberItem[];
  /** E-mail addresses. */
  email_addresses?: EmailAddressItem[];
}

export interface GiftType {
  /** The id of the gift type. */
  id: number;
  /** Its name. */
  name: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface GiftUpdate {
  /** The id that another system knows it by; no two gifts have the same. Declared an integer, answered as a string. */
  external_id?: string | number | null;
  /** Whether to be named nowhere. */
  is_anon?: boolean;
  /** The type of gift, from `GET /gift_types`: 1 Gift, 7 Pledge, 13 Installment. */
  gift_type_id?: number | null;
  /** The name of the type of gift. */
  gift_type_name?: string | null;
  /** The category within the type, from `GET /gift_categories`; 0 where there is none. */
  gift_category_id?: number | null;
  /** The name of the category. */
  gift_category_name?: string | null;
  /** The campaign; 0 where there is none. */
  campaign_id?: number | null;
  /** The name of the campaign. */
  campaign_name?: string | null;
  /** The fund that the money goes to; 0 where there is none. */
  fund_id?: number | null;
  /** The name of the fund. */
  fund_name?: string | null;
  /** The appeal that it answers; 0 where there is none. */
  appeal_id?: number | null;
  /** The name of the appeal. */
  appeal_name?: string | null;
  /** The fundraising event; 0 where there is none. */
  event_id?: number | null;
  /** The name of the event. */
  event_name?: string | null;
  /** What was given, in the currency of the account. */
  received_amount?: number;
  /** The day it was given. */
  received_date?: string | null;
  /** How it was paid, from `GET /payment_types`. */
  payment_type_id?: number | null;
  /** The name of the way it was paid. */
  payment_type_name?: string | null;
  /** The number of the check. */
  check_number?: string | null;
  /** How much of it can be deducted from tax; all of it where it is not sent on create. */
  deductible_amount?: number;
  /** Free text. */
  note?: string | null;
  /** The mailing template of the letter of thanks; `do_not_ack` in a body means that none is sent. */
  ack_template_name?: string | null;
  /** The day it went to the bank; the day it was given where it is not sent on create. */
  deposit_date?: string | null;
  /** How much went to the bank; all of it where it is not sent on create. */
  deposited_amount?: number;
  /** The gift that this one pays: the pledge of an installment. */
  parent_gift_id?: number | null;
  /** The `external_id` of the gift that this one pays. */
  parent_external_id?: string | number | null;
  /** Whether it goes to the books by itself. It is taken and not kept, and answered where a switch says so. */
  auto_sync_to_qbo?: boolean;
  /** The name of the tribute. */
  tribute_name?: string | null;
  /** Who is honoured. */
  tributee_name?: string | null;
  /** The dedication. */
  tribute_dedication?: string | null;
  /** Who is told of the tribute. */
  tribute_recipient_name?: string | null;
  /** How that person is greeted. */
  tribute_recipient_salutation?: string | null;
  /** Their e-mail address. */
  tribute_recipient_email?: string | null;
  /** Their street address. */
  tribute_recipient_address?: string | null;
  /** The template of that letter. */
  tribute_recipient_notification_template?: string | null;
  /** Who looks after it. In a body: an id, an e-mail address, or first and last name; answered as first and last name. */
  team_member?: string | number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
}

export interface Group {
  /** The id of the group. */
  id: number;
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface GroupCreate {
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key?: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number | null;
}

export interface GroupMembership {
  /** The id of the group membership. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The group. */
  group_id: number;
  /** The name of the group. */
  group_name: string;
  /** The first day. */
  date_start: string | null;
  /** The last day; null while it lasts. */
  date_end: string | null;
  /** Whether it holds today. */
  is_current: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface GroupMembershipAggregatedUpdate {
  /** The group. */
  group_id?: number | null;
  /** The name of the group. */
  group_name?: string | null;
  /** The first day. */
  date_start?: string | null;
  /** The last day; null while it lasts. */
  date_end?: string | null;
  /** Whether it holds today. */
  is_current?: boolean | null;
  /** The membership to change; a new one where it is left out. */
  id?: number | null;
}

export interface GroupMembershipCreate {
  /** The group. */
  group_id?: number | null;
  /** The name of the group. */
  group_name?: string | null;
  /** The first day. */
  date_start?: string | null;
  /** The last day; null while it lasts. */
  date_end?: string | null;
  /** Whether it holds today. */
  is_current?: boolean | null;
}

export interface GroupMembershipUpdate {
  /** The group. */
  group_id?: number | null;
  /** The name of the group. */
  group_name?: string | null;
  /** The first day. */
  date_start?: string | null;
  /** The last day; null while it lasts. */
  date_end?: string | null;
  /** Whether it holds today. */
  is_current?: boolean;
  /** The constituent that it belongs to. */
  constituent_id?: number | null;
}

export interface GroupUpdate {
  /** Its name. */
  name?: string;
  /** The name that programs know it by. */
  key?: string;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number;
}

export interface Invitation {
  /** The id of the invitation. */
  id: number;
  /** Who is invited; null of a guest. */
  constituent_id: number | null;
  /** First and last name of who is invited; an organization's name; of a guest the two names given. */
  guest_name: string;
  /** Whether somebody invited brings this one along. */
  is_a_guest: boolean;
  /** The invitation of who brings this guest along; 0 where there is none. */
  parent_invitation_id: number;
  /** The `guest_name` of that invitation. */
  parent_invitation_guest_name: string | null;
  /** The event. */
  event_id: number;
  /** `Event: ` and the name of the event. */
  name: string;
  /** Free text. */
  notes: string | null;
  /** What was replied: 1 yes, 2 no, 3 maybe, 4 unknown; 0 where nothing was. */
  rsvp: number;
  /** Whether the invited one came: 1 or 0. An attendance makes it 1. */
  attended: number;
  /** The sum of the constituent's gifts to the event. */
  raised: number;
  /** `attended` of who came; else by `rsvp`: `yes`, `no`, `maybe`, `unknown`. */
  status: string;
  /** Whether the constituent has a gift to the event. */
  donated: boolean;
  /** The id of the team member who looks after it. */
  assigned_to: number | null;
  /** How many guests have this one as `parent_invitation_id`. */
  additional_guests: number;
  /** How many came: 1 or 0, however many the attendances are. */
  attendees: number;
  /** Free text: who came. */
  attendee_names: string | null;
  /** Always 0, also with attendances: so it was seen. */
  attend_count: number;
  /** The days on which the person came. */
  attendances: Attendance[];
  /** Keywords held of categories. */
  custom_fields: CustomField[];
  /** Values of custom attributes for invitations. */
  custom_attrs: CustomAttr[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface InvitationCreate {
  /** Who is invited; null of a guest. */
  constituent_id?: number | null;
  /** The invitation of who brings this guest along; 0 where there is none. */
  parent_invitation_id?: number | null;
  /** Free text. */
  notes?: string | null;
  /** What was replied: 1 yes, 2 no, 3 maybe, 4 unknown; 0 where nothing was. */
  rsvp?: number | null;
  /** Whether the invited one came: 1 or 0. An attendance makes it 1. */
  attended?: number | null;
  /** The id of the team member who looks after it. */
  assigned_to?: number | null;
  /** Free text: who came. */
  attendee_names?: string | null;
  /** Given name of a guest; replies have `guest_name`. */
  guest_first_name?: string | null;
  /** Family name of a guest; replies have `guest_name`. */
  guest_last_name?: string | null;
  /** Whether somebody invited brings this one along. */
  is_a_guest?: boolean | null;
  /** The days on which the person came. */
  attendances?: AttendanceCreate[] | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface InvitationCreateForConstituent {
  /** The event. */
  event_id: number;
  /** The invitation of who brings this guest along; 0 where there is none. */
  parent_invitation_id?: number | null;
  /** Free text. */
  notes?: string | null;
  /** What was replied: 1 yes, 2 no, 3 maybe, 4 unknown; 0 where nothing was. */
  rsvp?: number | null;
  /** Whether the invited one came: 1 or 0. An attendance makes it 1. */
  attended?: number | null;
  /** The id of the team member who looks after it. */
  assigned_to?: number | null;
  /** Free text: who came. */
  attendee_names?: string | null;
  /** Given name of a guest; replies have `guest_name`. */
  guest_first_name?: string | null;
  /** Family name of a guest; replies have `guest_name`. */
  guest_last_name?: string | null;
  /** Whether somebody invited brings this one along. */
  is_a_guest?: boolean | null;
  /** The days on which the person came. */
  attendances?: AttendanceCreate[] | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface InvitationUpdate {
  /** Who is invited; null of a guest. */
  constituent_id?: number | null;
  /** The event. */
  event_id?: number;
  /** The invitation of who brings this guest along; 0 where there is none. */
  parent_invitation_id?: number | null;
  /** Free text. */
  notes?: string | null;
  /** What was replied: 1 yes, 2 no, 3 maybe, 4 unknown; 0 where nothing was. */
  rsvp?: number;
  /** Whether the invited one came: 1 or 0. An attendance makes it 1. */
  attended?: number;
  /** The id of the team member who looks after it. */
  assigned_to?: number | null;
  /** Free text: who came. */
  attendee_names?: string | null;
  /** Given name of a guest; replies have `guest_name`. */
  guest_first_name?: string | null;
  /** Family name of a guest; replies have `guest_name`. */
  guest_last_name?: string | null;
  /** Whether somebody invited brings this one along. */
  is_a_guest?: boolean;
  /** The days on which the person came. */
  attendances?: AttendanceCreate[] | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
  /** Values of custom attributes for invitations. */
  custom_attrs?: CustomAttrCreate[] | null;
}

export interface Keyword {
  /** The id of the keyword. */
  id: number;
  /** The category that it belongs to. */
  category_id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
  /** A short code. */
  short_code: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  can_change: boolean;
  /** Whether people may select it. Not enforced by the interface. */
  can_select: boolean;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface KeywordAdd {
  /** The keyword to attach. */
  id: number;
}

export interface KeywordCreate {
  /** The category that it belongs to. */
  category_id?: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** A short code. */
  short_code?: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number | null;
  /** Whether people may remove it. Not enforced by the interface. */
  removable?: boolean | null;
  /** Whether people may change it. Not enforced by the interface. */
  can_change?: boolean | null;
  /** Whether people may select it. Not enforced by the interface. */
  can_select?: boolean | null;
}

export interface KeywordUpdate {
  /** The category that it belongs to. */
  category_id?: number;
  /** Its name. */
  name?: string;
  /** A sentence or two about it. */
  description?: string | null;
  /** A short code. */
  short_code?: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable?: boolean;
  /** Whether people may change it. Not enforced by the interface. */
  can_change?: boolean;
  /** Whether people may select it. Not enforced by the interface. */
  can_select?: boolean;
}

export interface List {
  /** The id of the list. */
  id: number;
  /** Its name. */
  name: string;
  /** A sentence or two about it. */
  description: string | null;
}

export interface MailingTemplate {
  /** The id of the mailing template. */
  id: number;
  /** Its name. */
  name: string;
  /** A short code. */
  code: string;
  /** The kind of mailing, from `GET /types/mailing_types`. */
  mailing_type_id: number;
  /** The name of the kind of mailing. */
  mailing_type_name: string;
  /** How the template is used. */
  template_type: string;
}

export interface Membership {
  /** The id of the membership. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The level, from `GET /membership_levels`. */
  membership_level_id: number | null;
  /** The name of the level. */
  membership_level_name: string | null;
  /** The first day. */
  date_start: string | null;
  /** The last day that the membership is active; null while it has no end. */
  finish_date: string | null;
  /** Free text. */
  note: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface MembershipCreate {
  /** The level, from `GET /membership_levels`. */
  membership_level_id?: number | null;
  /** The name of the level. */
  membership_level_name?: string | null;
  /** The first day. */
  date_start?: string | null;
  /** The last day that the membership is active; null while it has no end. */
  finish_date?: string | null;
  /** Free text. */
  note?: string | null;
}

export interface MembershipLevel {
  /** The id of the membership level. */
  id: number;
  /** Its name. */
  name: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface MembershipLevelCreate {
  /** Its name. */
  name: string;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number | null;
}

export interface MembershipLevelUpdate {
  /** Its name. */
  name?: string;
  /** Its place in lists: the lowest comes first. */
  ordinal?: number;
}

export interface MembershipUpdate {
  /** The level, from `GET /membership_levels`. */
  membership_level_id?: number | null;
  /** The name of the level. */
  membership_level_name?: string | null;
  /** The first day. */
  date_start?: string | null;
  /** The last day that the membership is active; null while it has no end. */
  finish_date?: string | null;
  /** Free text. */
  note?: string | null;
}

export interface Note {
  /** The id of the note. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The kind of note, from `GET /types/note_types`. */
  note_type_id: number | null;
  /** The name of the kind of note. A name that no kind has makes a new kind. */
  note_type_name: string | null;
  /** What was noted; never blank. */
  text: string;
  /** The id that another system knows it by; two notes may have the same. */
  external_id: string | null;
  /** The day that the note is of. */
  original_date: string;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface NoteCreate {
  /** The kind of note, from `GET /types/note_types`. */
  note_type_id?: number | null;
  /** The name of the kind of note. A name that no kind has makes a new kind. */
  note_type_name?: string | null;
  /** What was noted; never blank. */
  text: string;
  /** The id that another system knows it by; two notes may have the same. */
  external_id?: string | null;
  /** The day that the note is of. */
  original_date: string;
}

export interface NoteUpdate {
  /** The kind of note, from `GET /types/note_types`. */
  note_type_id?: number | null;
  /** The name of the kind of note. A name that no kind has makes a new kind. */
  note_type_name?: string | null;
  /** What was noted; never blank. */
  text?: string;
  /** The id that another system knows it by; two notes may have the same. */
  external_id?: string | null;
  /** The day that the note is of. */
  original_date?: string;
  /** The constituent that it belongs to. */
  constituent_id?: number | null;
}

export interface PaymentType {
  /** The id of the payment type. */
  id: number;
  /** Its name. */
  name: string;
  /** The name that programs know it by. */
  key: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface PhoneNumber {
  /** The id of the address. */
  id: number;
  /** The constituent that it belongs to. */
  item_id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent';
  /** The phone number, as written. */
  number: string | null;
  /** The kind of number, from `GET /types/phone_number_types`; 1 is Home, 3 is Mobile. */
  phone_number_type_id: number;
  /** The name of the kind of number. */
  phone_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** The digits of `number`. */
  normalized_number: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface PhoneNumberCreate {
  /** The phone number, as written. */
  number?: string | null;
  /** The kind of number, from `GET /types/phone_number_types`; 1 is Home, 3 is Mobile. */
  phone_number_type_id?: number | null;
  /** The name of the kind of number. */
  phone_type_name?: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean | null;
  /** Whether it no longer holds. */
  not_current?: boolean | null;
}

export interface PhoneNumberItem {
  /** The id of the address. */
  id: number;
  /** The phone number, as written. */
  number: string | null;
  /** The kind of number, from `GET /types/phone_number_types`; 1 is Home, 3 is Mobile. */
  phone_number_type_id: number;
  /** The name of the kind of number. */
  phone_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** The digits of `number`. */
  normalized_number: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface PhoneNumberUpdate {
  /** The phone number, as written. */
  number?: string | null;
  /** The kind of number, from `GET /types/phone_number_types`; 1 is Home, 3 is Mobile. */
  phone_number_type_id?: number | null;
  /** The name of the kind of number. */
  phone_type_name?: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean;
  /** Whether it no longer holds. */
  not_current?: boolean;
}

export interface RelationshipType {
  /** The id of the relationship type. */
  id: number;
  /** Its name. */
  name: string;
  /** A short code. */
  short_code: string;
  /** A code for the kind of relationship. */
  type_code: string;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
  /** Whether people may remove it. Not enforced by the interface. */
  removable: boolean;
  /** The type that the relationship has when seen from the other side. */
  reciprocal_id: number | null;
  /** Whether a gift of one gives a soft credit to the other. */
  auto_soft_credit: boolean | null;
  /** Whether the year of the class is shared. */
  share_class_year: boolean | null;
  /** Whether a membership is shared. */
  share_membership: boolean;
  /** Whether the two are a couple. */
  is_spouse_partner: boolean;
  /** Whom the year of the class is shared with. */
  share_class_year_to: number | null;
}

export interface StreetAddress {
  /** The id of the address. */
  id: number;
  /** The constituent that it belongs to. */
  item_id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent';
  /** Street and number; further lines behind a line break. */
  street: string | null;
  /** City. */
  city: string | null;
  /** State or province. */
  state: string | null;
  /** Country. */
  country: string | null;
  /** Postal code. */
  postal_code: string | null;
  /** County. */
  county: string | null;
  /** The kind of address, from `GET /types/street_address_types`; 1 is Home. */
  street_address_type_id: number;
  /** The name of the kind of address. */
  street_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** The first day of the season, `MM-DD`. */
  seasonal_from: string;
  /** The last day of the season, `MM-DD`. */
  seasonal_to: string;
  /** Whether it holds for a season of the year only. */
  seasonal: boolean | null;
  /** Latitude, as text. */
  lat: number | null;
  /** Longitude, as text. */
  lng: number | null;
  /** The first five characters of the postal code. */
  zip5: string | null;
  /** Whether the address was checked. */
  verified: boolean;
  /** When the address was checked. */
  verified_on: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface StreetAddressCreate {
  /** Street and number; further lines behind a line break. */
  street?: string | null;
  /** The same as `street_type_name`: the contract has both names for it. */
  street_address_type_name?: string | null;
  /** The name of the kind of address. */
  street_type_name?: string | null;
  /** City. */
  city?: string | null;
  /** State or province. */
  state?: string | null;
  /** Postal code. */
  postal_code?: string | null;
  /** County. */
  county?: string | null;
  /** Country. */
  country?: string | null;
  /** The kind of address, from `GET /types/street_address_types`; 1 is Home. */
  street_address_type_id?: number | null;
  /** The first day of the season, `MM-DD`. */
  seasonal_from?: string | null;
  /** The last day of the season, `MM-DD`. */
  seasonal_to?: string | null;
  /** Whether it holds for a season of the year only. */
  seasonal?: boolean | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean | null;
  /** Whether it no longer holds. */
  not_current?: boolean | null;
}

export interface StreetAddressItem {
  /** The id of the address. */
  id: number;
  /** Street and number; further lines behind a line break. */
  street: string | null;
  /** City. */
  city: string | null;
  /** State or province. */
  state: string | null;
  /** Country. */
  country: string | null;
  /** Postal code. */
  postal_code: string | null;
  /** County. */
  county: string | null;
  /** The kind of address, from `GET /types/street_address_types`; 1 is Home. */
  street_address_type_id: number;
  /** The name of the kind of address. */
  street_type_name: string | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred: boolean;
  /** Whether it no longer holds. */
  not_current: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** The first day of the season, `MM-DD`. */
  seasonal_from: string;
  /** The last day of the season, `MM-DD`. */
  seasonal_to: string;
  /** Whether it holds for a season of the year only. */
  seasonal: boolean | null;
  /** Latitude, as text. */
  lat: number | null;
  /** Longitude, as text. */
  lng: number | null;
  /** The first five characters of the postal code. */
  zip5: string | null;
  /** Whether the address was checked. */
  verified: boolean;
  /** When the address was checked. */
  verified_on: string | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface StreetAddressUpdate {
  /** Street and number; further lines behind a line break. */
  street?: string | null;
  /** The same as `street_type_name`: the contract has both names for it. */
  street_address_type_name?: string | null;
  /** The name of the kind of address. */
  street_type_name?: string | null;
  /** City. */
  city?: string | null;
  /** State or province. */
  state?: string | null;
  /** Postal code. */
  postal_code?: string | null;
  /** County. */
  county?: string | null;
  /** Country. */
  country?: string | null;
  /** The kind of address, from `GET /types/street_address_types`; 1 is Home. */
  street_address_type_id?: number | null;
  /** The first day of the season, `MM-DD`. */
  seasonal_from?: string;
  /** The last day of the season, `MM-DD`. */
  seasonal_to?: string;
  /** Whether it holds for a season of the year only. */
  seasonal?: boolean | null;
  /** Whether it is the one to use; one of a kind is. The first of a constituent is, where none is sent so. */
  is_preferred?: boolean;
  /** Whether it no longer holds. */
  not_current?: boolean;
}

export interface TeamMember {
  /** The id of the team member. */
  id: number;
  /** Given name. */
  first_name: string;
  /** Family name. */
  last_name: string;
  /** E-mail address. */
  email: string;
  /** The role that the team member has. */
  role_id: number;
  /** Whether the team member administers the account. */
  is_admin: boolean;
  /** Whether the team member is the account's first contact. */
  is_primary_contact: boolean;
  /** Whether bills go to the team member. */
  is_billing_contact: boolean;
}

export interface Type {
  /** The name of the kind of type. */
  name: string;
  /** What `GET /types/{type}` knows it by. */
  key: string;
  /** The values. */
  values: TypeValue[];
}

export interface TypeValue {
  /** The id of the type value. */
  id: number;
  /** Its name. */
  name: string;
  /** What people see it as. */
  display_name: string | null;
  /** A short code. */
  code: string | null;
  /** Its place in lists: the lowest comes first. */
  ordinal: number;
}

export interface VolunteerTime {
  /** The id of the volunteer time. */
  id: number;
  /** The constituent that it belongs to. */
  constituent_id: number;
  /** The id that another system knows it by. Declared an integer, answered as a string. */
  external_id: string | null;
  /** What the hours were for, from `GET /types/volunteering_categories`. */
  volunteering_category_id: number;
  /** The name of what they were for. A name that no category has makes a new one. */
  volunteering_category_name: string;
  /** What was done; empty where it is not sent on create. */
  description: string | null;
  /** How many hours were planned. */
  hours: number | null;
  /** The day, or the first of several. */
  date: string | null;
  /** The last day. */
  end_date: string | null;
  /** How many hours were done. */
  completed_hours: number | null;
  /** Keywords held of categories. */
  custom_fields: CustomField[];
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface VolunteerTimeCreate {
  /** The id that another system knows it by. Declared an integer, answered as a string. */
  external_id?: string | number | null;
  /** What the hours were for, from `GET /types/volunteering_categories`. */
  volunteering_category_id?: number | null;
  /** The name of what they were for. A name that no category has makes a new one. */
  volunteering_category_name?: string | null;
  /** What was done; empty where it is not sent on create. */
  description?: string | null;
  /** How many hours were planned. */
  hours?: number | null;
  /** The day, or the first of several. */
  date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How many hours were done. */
  completed_hours?: number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
}

export interface VolunteerTimeUpdate {
  /** The id that another system knows it by. Declared an integer, answered as a string. */
  external_id?: string | number | null;
  /** What the hours were for, from `GET /types/volunteering_categories`. */
  volunteering_category_id?: number | null;
  /** The name of what they were for. A name that no category has makes a new one. */
  volunteering_category_name?: string | null;
  /** What was done; empty where it is not sent on create. */
  description?: string | null;
  /** How many hours were planned. */
  hours?: number | null;
  /** The day, or the first of several. */
  date?: string | null;
  /** The last day. */
  end_date?: string | null;
  /** How many hours were done. */
  completed_hours?: number | null;
  /** Keywords held of categories. */
  custom_fields?: CustomFieldAggregatedUpdate[] | null;
}

export interface WebAddress {
  /** The id of the address. */
  id: number;
  /** The constituent that it belongs to. */
  item_id: number;
  /** The kind of record it is for. */
  item_type: 'Constituent';
  /** The web address. */
  url: string | null;
  /** The kind of web address, from `GET /types/web_address_types`; 5 is Website. */
  web_address_type_id: number;
  /** The name of the kind of web address. */
  web_address_type_name: string | null;
  /** Whether it is the one to use. It is so only where it was sent so: no web address is preferred by itself. */
  is_preferred: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface WebAddressCreate {
  /** The web address. */
  url?: string | null;
  /** The kind of web address, from `GET /types/web_address_types`; 5 is Website. */
  web_address_type_id?: number | null;
  /** The name of the kind of web address. */
  web_address_type_name?: string | null;
  /** Whether it is the one to use. It is so only where it was sent so: no web address is preferred by itself. */
  is_preferred?: boolean | null;
}

export interface WebAddressItem {
  /** The id of the address. */
  id: number;
  /** The web address. */
  url: string | null;
  /** The kind of web address, from `GET /types/web_address_types`; 5 is Website. */
  web_address_type_id: number;
  /** The name of the kind of web address. */
  web_address_type_name: string | null;
  /** Whether it is the one to use. It is so only where it was sent so: no web address is preferred by itself. */
  is_preferred: boolean;
  /** The address that this one follows, if it follows another. */
  parent_id: number | null;
  /** When it was created. */
  created_at: string;
  /** When it was last changed; not when something was added below it. */
  updated_at: string;
}

export interface WebAddressUpdate {
  /** The web address. */
  url?: string | null;
  /** The kind of web address, from `GET /types/web_address_types`; 5 is Website. */
  web_address_type_id?: number | null;
  /** The name of the kind of web address. */
  web_address_type_name?: string | null;
  /** Whether it is the one to use. It is so only where it was sent so: no web address is preferred by itself. */
  is_preferred?: boolean;
}

/** Every error but a 401. */
export type ApiErrorReply = Error;

/** One page of a list or a search. */
export interface Page<Item> {
  api_version: '1.0';
  items_count: number;
  total_items: number;
  limit: number;
  offset: number;
  /** Absent on the last page. */
  next_item?: number;
  /** Absent on the last page. */
  next_link?: string;
  item_type: string;
  items: Item[];
}
