/**
 * The contract's endpoint tables and request bodies, copied by hand from its text, to compare the operations with.
 * `!` marks a field that is declared as required.
 */

type Codes = 'R' | 'W' | 'S' | 'D' | 'listed 401, 403';

export interface ContractRow {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  /** The name of the body in `contractBodies`. */
  readonly body?: keyof typeof contractBodies;
  readonly response: string;
  readonly codes: Codes;
}

export const codeSets: Readonly<Record<Codes, readonly number[]>> = {
  R: [200, 401, 403],
  W: [200, 400, 401, 403, 422],
  S: [200, 400, 401, 403],
  D: [200, 401, 403],
  'listed 401, 403': [401, 403],
};

const address = 'is_preferred not_current';
const customField = 'custom_fields';
const constituentScalars =
  'external_constituent_id is_org constituent_contact_type_id constituent_contact_type_name prefix first_name! middle_name last_name! suffix spouse_name org_name job_title addressee salutation is_deceased deceased_date annual_report_name birthday gender maiden_name nick_name spouse_nick_name date_added alt_salutation alt_addressee honorary_name assistant_name marital_status_id marital_status_name is_anon';
const constituentArrays =
  'email_addresses! phone_numbers street_addresses web_addresses categories groups custom_attrs';
/** Not in the contract, but observed. */
const ties = 'class_affiliations relationships';
const removeTies = 'remove_previous_class_affiliations remove_previous_relationships';
/** Not in the contract, but declared by the service and observed. */
const beyondOfGifts =
  'auto_sync_to_qbo tribute_name tributee_name tribute_dedication tribute_recipient_name tribute_recipient_salutation tribute_recipient_email tribute_recipient_address tribute_recipient_notification_template';
const giftFields = `external_id is_anon gift_type_id! gift_type_name! gift_category_id gift_category_name campaign_id campaign_name fund_id fund_name appeal_id appeal_name event_id event_name received_amount received_date payment_type_id payment_type_name check_number deductible_amount note ack_template_name deposit_date deposited_amount parent_gift_id parent_external_id team_member ${customField} ${beyondOfGifts}`;
const contactReport = 'name contact_report_type_id contact_report_type_name original_date text! team_member';

const invitation =
  'parent_invitation_id notes rsvp attended assigned_to attendee_names guest_first_name guest_last_name is_a_guest attendances custom_fields custom_attrs';

export const contractBodies = {
  AppealRequestCreate: `constituent_id! appeal_id! ask_amount status assigned_to ${customField} custom_attrs`,
  AppealRequestUpdate: `constituent_id! appeal_id! ask_amount status assigned_to ${customField} custom_attrs`,
  AppealRequestCreateForConstituent: `appeal_id! ask_amount status assigned_to ${customField} custom_attrs`,
  Category: 'item_type! name! key facet_type ordinal removable editable display_format',
  Keyword: 'category_id! name! description short_code ordinal removable can_change can_select',
  KeywordAdd: 'id!',
  ConstituentCreate: `${constituentScalars} ${constituentArrays} ${ties}`,
  ConstituentUpdate: `${constituentScalars} ${constituentArrays} ${ties} ${removeTies} remove_previous_email_addresses remove_previous_phone_numbers remove_previous_street_addresses remove_previous_web_addresses remove_previous_groups`,
  EmailAddress: `address email_address_type_id email_type_name ${address}`,
  PhoneNumber: `number phone_number_type_id phone_type_name ${address}`,
  StreetAddress: `street street_address_type_name street_type_name city state postal_code county country street_address_type_id seasonal_from seasonal_to seasonal ${address}`,
  WebAddress: 'url web_address_type_id web_address_type_name is_preferred',
  ContactReportCreate: contactReport,
  ContactReportUpdate: `${contactReport} constituent_id`,
  Gift: giftFields,
  GroupMembershipCreate: 'group_id! group_name date_start date_end is_current',
  GroupMembershipUpdate: 'group_id! group_name date_start date_end is_current constituent_id',
  Group: 'name! key ordinal',
  MembershipLevel: 'name! ordinal',
  NoteCreate: 'note_type_id note_type_name text! external_id original_date!',
  NoteUpdate: 'note_type_id note_type_name text! external_id original_date! constituent_id',
  VolunteerTime:
    'constituent_id external_id volunteering_category_id volunteering_category_name description hours date end_date completed_hours custom_fields',
  Appeal: 'name! description date financial_goal projected_amount code is_active',
  Campaign: 'name! description financial_goal start_date end_date code',
  Fund: 'name description code start_date end_date financial_goal',
  Event: 'name! description date end_date financial_goal projected_amount code',
  InvitationOfEvent: `constituent_id ${invitation}`,
  InvitationOfConstituent: `event_id! ${invitation}`,
  InvitationUpdate: `constituent_id event_id! ${invitation}`,
  Membership: 'membership_level_id membership_level_name date_start finish_date note',
  ClassAffiliation: 'id class_affiliation_type_id year note',
  Relationship:
    'related_constituent_id relationship_type_id name description reciprocal_id rec_name reciprocal_description share_address share_phone auto_soft_credit also_acknowledge id created_at updated_at',
} as const;

function row(line: string): ContractRow {
  const [method, path, query, body, response, codes] = line.split('|').map(cell => cell.trim());
  return {
    method: method!,
    path: `/api/v1/${path!}`,
    query: query === '-' ? [] : query!.split(' '),
    ...(body !== '-' && {body: body as keyof typeof contractBodies}),
    response: response!,
    codes: codes as Codes,
  };
}

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map(line => row(line));

/** All 77 rows of the contract. `item_type` of attributes and `sort` of contact reports are not in it, but observed. */
export const contract: readonly ContractRow[] = rows(`
GET    | appeals/{appeal_id}/appeal_requests | limit offset | - | Page<appeal_request> | R
POST   | appeals/{appeal_id}/appeal_requests | - | AppealRequestCreate | appeal_request | W
GET    | appeal_requests/{id} | - | - | appeal_request | R
PATCH  | appeal_requests/{id} | - | AppealRequestUpdate | appeal_request | W
DELETE | appeal_requests/{id} | - | - | Result | D
POST   | constituents/{constituent_id}/appeal_requests | - | AppealRequestCreateForConstituent | appeal_request | W
GET    | constituents/{constituent_id}/appeal_requests | limit offset | - | Page<appeal_request> | R
GET    | appeals | limit offset | - | Page<appeal> | R
GET    | campaigns | limit offset | - | Page<campaign> | R
GET    | categories | item_type limit offset | - | Page<category> | R
POST   | categories | - | Category | category | W
GET    | categories/{id} | - | - | category | R
PATCH  | categories/{id} | - | Category | category | W
DELETE | categories/{id} | - | - | Result | listed 401, 403
GET    | constituents/{constituent_id}/categories | limit offset | - | Page<category> | R
GET    | constituents/search | expand limit offset q[] sort | - | Page<constituent> | S
GET    | constituents | limit offset | - | Page<constituent> | R
POST   | constituents | - | ConstituentCreate | constituent | W
GET    | constituents/{id} | - | - | constituent | R
PATCH  | constituents/{id} | - | ConstituentUpdate | constituent | W
DELETE | constituents/{id} | - | - | Result | listed 401, 403
GET    | constituents/{constituent_id}/contact_reports | limit offset | - | Page<contact_report> | R
POST   | constituents/{constituent_id}/contact_reports | - | ContactReportCreate | contact_report | W
GET    | contact_reports/search | limit offset q[] sort | - | Page<contact_report> | S
GET    | contact_reports | limit offset sort | - | Page<contact_report> | R
GET    | contact_reports/{id} | - | - | contact_report | R
PATCH  | contact_reports/{id} | - | ContactReportUpdate | contact_report | W
DELETE | contact_reports/{id} | - | - | Result | D
GET    | attributes | item_type limit offset | - | Page<attribute> | R
GET    | events | limit offset | - | Page<event> | R
GET    | funds | limit offset | - | Page<fund> | R
GET    | gift_categories | gift_type_id limit offset | - | Page<gift_category> | R
GET    | gift_types | limit offset | - | Page<gift_type> | R
GET    | payment_types | limit offset | - | Page<payment_type> | R
GET    | mailing_templates | limit mailing_type_id offset | - | Page<mailing_template> | R
GET    | constituents/{constituent_id}/email_addresses | limit offset | - | Page<email_address> | R
POST   | constituents/{constituent_id}/email_addresses | - | EmailAddress | email_address | W
GET    | email_addresses/{id} | - | - | email_address | R
PATCH  | email_addresses/{id} | - | EmailAddress | email_address | W
DELETE | email_addresses/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/phone_numbers | limit offset | - | Page<phone_number> | R
POST   | constituents/{constituent_id}/phone_numbers | - | PhoneNumber | phone_number | W
GET    | phone_numbers/{id} | - | - | phone_number | R
PATCH  | phone_numbers/{id} | - | PhoneNumber | phone_number | W
DELETE | phone_numbers/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/gifts | limit offset | - | Page<gift> | R
POST   | constituents/{constituent_id}/gifts | - | Gift | gift | W
GET    | gifts/{id} | - | - | gift | R
PATCH  | gifts/{id} | - | Gift | gift | W
DELETE | gifts/{id} | - | - | Result | D
GET    | group_memberships/{id} | - | - | group_membership | R
PATCH  | group_memberships/{id} | - | GroupMembershipUpdate | group_membership | W
DELETE | group_memberships/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/group_memberships | limit offset | - | Page<group_membership> | R
POST   | constituents/{constituent_id}/group_memberships | - | GroupMembershipCreate | group_membership | W
GET    | groups | limit offset | - | Page<group> | R
POST   | groups | - | Group | group | W
GET    | groups/{id} | - | - | group | R
PATCH  | groups/{id} | - | Group | group | W
DELETE | groups/{id} | - | - | Result | D
GET    | categories/{category_id}/keywords | limit offset | - | Page<keyword> | R
POST   | categories/{category_id}/keywords | - | Keyword | keyword | W
POST   | constituents/{constituent_id}/keywords | - | KeywordAdd | Result | W
DELETE | constituents/{constituent_id}/keywords/{id} | - | - | Result | D
GET    | keywords/{id} | - | - | keyword | R
PATCH  | keywords/{id} | - | Keyword | keyword | W
DELETE | keywords/{id} | permanent | - | Result | D
GET    | membership_levels | limit offset | - | Page<membership_level> | R
POST   | membership_levels | - | MembershipLevel | membership_level | W
GET    | membership_levels/{id} | - | - | membership_level | R
PATCH  | membership_levels/{id} | - | MembershipLevel | membership_level | W
DELETE | membership_levels/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/memberships | limit offset | - | Page<membership> | R
POST   | constituents/{constituent_id}/memberships | - | Membership | membership | W
GET    | memberships/{id} | - | - | membership | R
PATCH  | memberships/{id} | - | Membership | membership | W
DELETE | memberships/{id} | - | - | Result | D
`);

/** Operations beyond the contract that records of the contract refer to. */
export const beyondContract: readonly ContractRow[] = rows(`
GET    | constituents/{constituent_id}/street_addresses | limit offset | - | Page<street_address> | R
POST   | constituents/{constituent_id}/street_addresses | - | StreetAddress | street_address | W
GET    | street_addresses/{id} | - | - | street_address | R
PATCH  | street_addresses/{id} | - | StreetAddress | street_address | W
DELETE | street_addresses/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/web_addresses | limit offset | - | Page<web_address> | R
POST   | constituents/{constituent_id}/web_addresses | - | WebAddress | web_address | W
GET    | web_addresses/{id} | - | - | web_address | R
PATCH  | web_addresses/{id} | - | WebAddress | web_address | W
DELETE | web_addresses/{id} | - | - | Result | D
GET    | team_members | limit offset | - | Page<team_member> | R
GET    | types | limit offset | - | Page<type> | R
GET    | types/{type} | limit offset | - | Page<type values> | R
GET    | relationship_types | limit offset | - | Page<relationship_type> | R
GET    | gifts/search | expand limit offset q[] sort | - | Page<gift> | S
GET    | class_affiliation_types | limit offset | - | Page<class_affiliation_type> | R
GET    | constituents/{constituent_id}/class_affiliations | limit offset | - | Page<class_affiliation> | R
POST   | constituents/{constituent_id}/class_affiliations | - | ClassAffiliation | class_affiliation | W
GET    | class_affiliations/{id} | - | - | class_affiliation | R
PATCH  | class_affiliations/{id} | - | ClassAffiliation | class_affiliation | W
DELETE | class_affiliations/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/constituent_relationships | limit offset | - | Page<constituent_relationship> | R
POST   | constituents/{constituent_id}/constituent_relationships | - | Relationship | constituent_relationship | W
GET    | constituent_relationships/{id} | - | - | constituent_relationship | R
PATCH  | constituent_relationships/{id} | - | Relationship | constituent_relationship | W
DELETE | constituent_relationships/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/notes | limit offset | - | Page<note> | R
POST   | constituents/{constituent_id}/notes | - | NoteCreate | note | W
GET    | notes | limit offset | - | Page<note> | R
GET    | notes/{id} | - | - | note | R
PATCH  | notes/{id} | - | NoteUpdate | note | W
DELETE | notes/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/volunteer_times | limit offset | - | Page<volunteer_time> | R
POST   | constituents/{constituent_id}/volunteer_times | - | VolunteerTime | volunteer_time | W
GET    | volunteer_times | limit offset | - | Page<volunteer_time> | R
GET    | volunteer_times/search | limit offset q[] sort | - | Page<volunteer_time> | S
GET    | volunteer_times/{id} | - | - | volunteer_time | R
PATCH  | volunteer_times/{id} | - | VolunteerTime | volunteer_time | W
DELETE | volunteer_times/{id} | - | - | Result | D
POST   | appeals | - | Appeal | appeal | W
GET    | appeals/{id} | - | - | appeal | R
PATCH  | appeals/{id} | - | Appeal | appeal | W
DELETE | appeals/{id} | - | - | Result | D
POST   | campaigns | - | Campaign | campaign | W
GET    | campaigns/{id} | - | - | campaign | R
PATCH  | campaigns/{id} | - | Campaign | campaign | W
DELETE | campaigns/{id} | - | - | Result | D
POST   | funds | - | Fund | fund | W
GET    | funds/{id} | - | - | fund | R
PATCH  | funds/{id} | - | Fund | fund | W
DELETE | funds/{id} | - | - | Result | D
POST   | events | - | Event | event | W
GET    | events/{id} | - | - | event | R
PATCH  | events/{id} | - | Event | event | W
DELETE | events/{id} | - | - | Result | D
GET    | constituents/{constituent_id}/invitations | limit offset | - | Page<invitation> | R
POST   | constituents/{constituent_id}/invitations | - | InvitationOfConstituent | invitation | W
GET    | events/{event_id}/invitations | limit offset | - | Page<invitation> | R
POST   | events/{event_id}/invitations | - | InvitationOfEvent | invitation | W
GET    | invitations/{id} | - | - | invitation | R
PATCH  | invitations/{id} | - | InvitationUpdate | invitation | W
DELETE | invitations/{id} | - | - | Result | D
GET    | lists | limit offset | - | Page<list> | R
GET    | lists/search | limit offset q[] | - | Page<list> | S
`);

/** Beyond the contract, outside /api/v1 and without a key. Declared by the service, with assumed responses. */
export const listener = {
  method: 'POST',
  path: '/integrations/{uuid}/listener',
  bodies: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
  response: 'Result',
  codes: [200, 400, 404, 413, 422],
};
