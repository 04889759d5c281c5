/**
 * The records as they are answered, and the bodies that are sent, by the names that they have in the OpenAPI document.
 * Numbers may be sent as numeric strings too.
 */
import type * as z from 'zod';
import type {Resource} from '../operations/kinds/kind.js';
import type {EmailAddressRow, emailAddresses} from '../resources/addresses/email-addresses.js';
import type {PhoneNumberRow, phoneNumbers} from '../resources/addresses/phone-numbers.js';
import type {StreetAddressRow, streetAddresses} from '../resources/addresses/street-addresses.js';
import type {WebAddressRow, webAddresses} from '../resources/addresses/web-addresses.js';
import type {AttributeRow} from '../resources/attributes/attributes.js';
import type {categories, categoryOutput} from '../resources/categories/categories.js';
import type {keywordOutput, keywords} from '../resources/categories/keywords.js';
import type {
  ConstituentBody,
  constituentBody,
  constituentDetail,
  constituentSummary,
} from '../resources/constituents/schema.js';
import type {ContactReport, ContactReportInput} from '../resources/contact-reports/contact-reports.js';
import type {AppealRequest, AppealRequestInput} from '../resources/fundraising/appeal-requests.js';
import type {AppealRow, appeals} from '../resources/fundraising/appeals.js';
import type {CampaignRow, campaigns} from '../resources/fundraising/campaigns.js';
import type {EventRow, events} from '../resources/fundraising/events.js';
import type {FundRow, funds} from '../resources/fundraising/funds.js';
import type {GiftBody, giftOutput, giftSummary} from '../resources/gifts/schema.js';
import type {Invitation, invitationBody} from '../resources/invitations/schema.js';
import type {groupMembershipBody, groupMembershipOutput} from '../resources/memberships/group-memberships.js';
import type {GroupRow, groups} from '../resources/memberships/groups.js';
import type {MembershipLevelRow, membershipLevels} from '../resources/memberships/membership-levels.js';
import type {membershipOutput, memberships} from '../resources/memberships/memberships.js';
import type {errorSchema} from '../schema/replies.js';

export type {EmailAddressRow as EmailAddress} from '../resources/addresses/email-addresses.js';
export type {PhoneNumberRow as PhoneNumber} from '../resources/addresses/phone-numbers.js';
export type {StreetAddressRow as StreetAddress} from '../resources/addresses/street-addresses.js';
export type {WebAddressRow as WebAddress} from '../resources/addresses/web-addresses.js';
export type {ContactReport} from '../resources/contact-reports/contact-reports.js';
export type {AppealRequest} from '../resources/fundraising/appeal-requests.js';
export type {CampaignRow as Campaign} from '../resources/fundraising/campaigns.js';
export type {FundRow as Fund} from '../resources/fundraising/funds.js';
export type {GiftCategoryRow as GiftCategory} from '../resources/gifts/gift-categories.js';
export type {GiftTypeRow as GiftType} from '../resources/gifts/gift-types.js';
export type {MailingTemplateRow as MailingTemplate} from '../resources/gifts/mailing-templates.js';
export type {PaymentTypeRow as PaymentType} from '../resources/gifts/payment-types.js';
export type {Invitation} from '../resources/invitations/schema.js';
export type {ListRow as List} from '../resources/lists/lists.js';
export type {GroupRow as Group} from '../resources/memberships/groups.js';
export type {MembershipLevelRow as MembershipLevel} from '../resources/memberships/membership-levels.js';
export type {RelationshipTypeRow as RelationshipType} from '../resources/relationships/relationship-types.js';
export type {TeamMemberRow as TeamMember} from '../resources/team-members.js';
export type {TypeRow as TypeValue} from '../resources/types.js';

/** An address inside a constituent. */
type Item<Address> = Omit<Address, 'item_id' | 'item_type'>;

interface Addresses {
  street_addresses: Array<Item<StreetAddressRow>>;
  phone_numbers: Array<Item<PhoneNumberRow>>;
  email_addresses: Array<Item<EmailAddressRow>>;
  web_addresses: Array<Item<WebAddressRow>>;
}

/** An appeal, as `GET /appeals/{id}` answers it. */
export type Appeal = Omit<AppealRow, 'appeal_type_id'>;
export type AppealListItem = Omit<Appeal, 'is_active'>;
export type Event = Omit<EventRow, 'event_type_id'>;
export type Attribute = Omit<AttributeRow, 'classification' | 'ordinal'>;
export type Category = z.infer<typeof categoryOutput>;
/** A whole constituent, as `GET /constituents/{id}` answers it. */
export type Constituent = Omit<z.infer<typeof constituentDetail>, keyof Addresses> & Addresses;
export type ConstituentListItem = z.infer<typeof constituentSummary>;
/** A constituent as a search finds it: with what `expand` asked for. */
export type ConstituentSearchItem = ConstituentListItem &
  Partial<Omit<Constituent, keyof ConstituentListItem | 'class_affiliations'>>;
/** A whole gift, as `GET /gifts/{id}` answers it. */
export type Gift = z.infer<typeof giftOutput>;
/** A gift in the list of its constituent. */
export type GiftListItem = z.infer<typeof giftSummary>;
export type GroupMembership = z.infer<typeof groupMembershipOutput>;
export type Keyword = z.infer<typeof keywordOutput>;
export type Membership = z.infer<typeof membershipOutput>;

type Body<Of> = Of extends Resource<infer _Row, infer Sent> ? Sent : never;

/**
 * What a PATCH takes: any of the fields; null only in those that are shown as null, in arrays and in references, of
 * which the other half may be given.
 */
type Changes<Sent, Shown, References extends string = never> = {
  [Field in keyof Sent]?: Field extends Exclude<keyof Shown, References>
    ? null extends Shown[Field]
      ? Sent[Field]
      : NonNullable<Sent[Field]> extends readonly unknown[]
        ? Sent[Field]
        : NonNullable<Sent[Field]>
    : Sent[Field];
};

/** Addresses inside a constituent's body. */
interface SentAddresses {
  phone_numbers?: PhoneNumberCreate[] | null | undefined;
  street_addresses?: StreetAddressCreate[] | null | undefined;
  web_addresses?: WebAddressCreate[] | null | undefined;
}

export type AppealCreate = Body<typeof appeals>;
export type AppealUpdate = Changes<AppealCreate, Appeal>;
export type AppealRequestCreate = Omit<AppealRequestInput, 'appeal_id'> &
  Partial<Pick<AppealRequestInput, 'appeal_id'>>;
export type AppealRequestUpdate = Changes<AppealRequestInput, AppealRequest>;
export type CampaignCreate = Body<typeof campaigns>;
export type CampaignUpdate = Changes<CampaignCreate, CampaignRow>;
export type CategoryCreate = Body<typeof categories>;
export type CategoryUpdate = Changes<CategoryCreate, Category>;
export type ConstituentCreate = Omit<z.infer<typeof constituentBody>, keyof Addresses> &
  SentAddresses & {email_addresses: EmailAddressCreate[]};
export type ConstituentUpdate = Changes<
  Omit<ConstituentBody, keyof Addresses>,
  ConstituentListItem,
  'constituent_contact_type_id' | 'constituent_contact_type_name'
> &
  SentAddresses & {email_addresses?: EmailAddressCreate[] | null | undefined};
export type ContactReportCreate = ContactReportInput;
export type ContactReportUpdate = Changes<
  ContactReportInput & {constituent_id?: number | null | undefined},
  ContactReport,
  'contact_report_type_id' | 'contact_report_type_name' | 'constituent_id'
>;
export type EmailAddressCreate = Body<typeof emailAddresses>;
export type EmailAddressUpdate = Changes<
  EmailAddressCreate,
  EmailAddressRow,
  'email_address_type_id' | 'email_type_name'
>;
export type EventCreate = Body<typeof events>;
export type EventUpdate = Changes<EventCreate, Event>;
export type FundCreate = Body<typeof funds>;
export type FundUpdate = Changes<FundCreate, FundRow>;
export type GiftCreate = GiftBody;
export type GiftUpdate = Changes<GiftBody, Gift, `${string}_id` | `${string}_name`>;
export type GroupCreate = Body<typeof groups>;
export type GroupUpdate = Changes<GroupCreate, GroupRow>;
export type GroupMembershipCreate = z.infer<typeof groupMembershipBody>;
export type GroupMembershipUpdate = Changes<
  GroupMembershipCreate & {constituent_id?: number | null | undefined},
  GroupMembership,
  'group_id' | 'group_name' | 'constituent_id'
>;
type InvitationInput = z.infer<typeof invitationBody>;

/** Under an event, or under a constituent: the path says one of the two. */
export type InvitationCreate = Omit<InvitationInput, 'event_id'> & Partial<Pick<InvitationInput, 'event_id'>>;
export type InvitationUpdate = Changes<InvitationInput, Invitation>;
export type KeywordCreate = Omit<Body<typeof keywords>, 'category_id'> &
  Partial<Pick<Body<typeof keywords>, 'category_id'>>;
export type KeywordUpdate = Changes<KeywordCreate, Keyword, 'category_id'>;
export type MembershipCreate = Body<typeof memberships>;
export type MembershipUpdate = Changes<MembershipCreate, Membership, 'membership_level_id' | 'membership_level_name'>;
export type MembershipLevelCreate = Body<typeof membershipLevels>;
export type MembershipLevelUpdate = Changes<MembershipLevelCreate, MembershipLevelRow>;
export type PhoneNumberCreate = Body<typeof phoneNumbers>;
export type PhoneNumberUpdate = Changes<PhoneNumberCreate, PhoneNumberRow, 'phone_number_type_id' | 'phone_type_name'>;
export type StreetAddressCreate = Body<typeof streetAddresses>;
export type StreetAddressUpdate = Changes<
  StreetAddressCreate,
  StreetAddressRow,
  'street_address_type_id' | 'street_type_name' | 'street_address_type_name'
>;
export type WebAddressCreate = Body<typeof webAddresses>;
export type WebAddressUpdate = Changes<
  WebAddressCreate,
  WebAddressRow,
  'web_address_type_id' | 'web_address_type_name'
>;

/** Every error but a 401. */
export type ApiErrorReply = z.infer<typeof errorSchema>;

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
