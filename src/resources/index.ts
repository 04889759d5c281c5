import {catalogOf} from '../operations/kinds/catalog.js';
import {emailAddressKind} from './addresses/email-addresses.js';
import {phoneNumberKind} from './addresses/phone-numbers.js';
import {streetAddressKind} from './addresses/street-addresses.js';
import {webAddressKind} from './addresses/web-addresses.js';
import {attributeKind, customAttributeValueKind} from './attributes.js';
import {categoryKind} from './categories/categories.js';
import {constituentKeywordKind} from './categories/constituent-keywords.js';
import {keywordKind} from './categories/keywords.js';
import {constituentKind} from './constituents/operations.js';
import {contactReportKind} from './contact-reports.js';
import {appealRequestKind} from './fundraising/appeal-requests.js';
import {appealKind} from './fundraising/appeals.js';
import {campaignKind} from './fundraising/campaigns.js';
import {eventKind} from './fundraising/events.js';
import {fundKind} from './fundraising/funds.js';
import {giftCategoryKind, giftTypeKind, mailingTemplateKind, paymentTypeKind} from './gifts/lookup-lists.js';
import {giftKind} from './gifts/operations.js';
import {attendanceKind} from './invitation-schema.js';
import {invitationKind} from './invitations.js';
import {listKind, listMemberKind} from './lists.js';
import {groupMembershipKind} from './memberships/group-memberships.js';
import {groupKind} from './memberships/groups.js';
import {membershipLevelKind} from './memberships/membership-levels.js';
import {membershipKind} from './memberships/memberships.js';
import {noteKind} from './notes.js';
import {classAffiliationKind} from './relationships/class-affiliations.js';
import {relationshipKind} from './relationships/relationships.js';
import {classAffiliationTypeKind, relationshipTypeKind} from './relationships/types.js';
import {teamMemberKind} from './team-members.js';
import {typeKinds} from './types.js';
import {volunteerTimeKind} from './volunteer-times.js';

/** All kinds; those that others refer to come first. Everything else derives from this list: see `catalogOf`. */
export const kinds = [
  ...typeKinds,
  teamMemberKind,
  fundKind,
  campaignKind,
  appealKind,
  eventKind,
  giftTypeKind,
  giftCategoryKind,
  paymentTypeKind,
  mailingTemplateKind,
  relationshipTypeKind,
  classAffiliationTypeKind,
  attributeKind,
  customAttributeValueKind,
  groupKind,
  membershipLevelKind,
  categoryKind,
  keywordKind,
  listKind,
  constituentKind,
  classAffiliationKind,
  relationshipKind,
  streetAddressKind,
  phoneNumberKind,
  emailAddressKind,
  webAddressKind,
  constituentKeywordKind,
  groupMembershipKind,
  membershipKind,
  giftKind,
  contactReportKind,
  appealRequestKind,
  noteKind,
  volunteerTimeKind,
  listMemberKind,
  attendanceKind,
  invitationKind,
];

/** The service's catalog. Only the code that assembles a sandbox imports it; all other code receives a catalog. */
export const catalog = catalogOf(kinds);

export const {schema, operations} = catalog;
