/** The kinds included in the hashes of data. A new kind does not change their data: see `trial-kind.test.ts`. */
export const seededKinds: ReadonlySet<string> = new Set(
  `constituent_contact_types marital_statuses contact_report_types email_address_types mailing_types
  street_address_types phone_number_types web_address_types volunteering_categories appeal_types event_types
  note_types team_members funds campaigns appeals events gift_types gift_categories payment_types
  mailing_templates relationship_types class_affiliation_types attributes custom_attrs groups membership_levels
  categories keywords lists constituents class_affiliations relationships street_addresses phone_numbers
  email_addresses web_addresses constituent_keywords group_memberships memberships gifts contact_reports
  appeal_requests notes volunteer_times list_members attendances invitations`.split(/\s+/),
);
