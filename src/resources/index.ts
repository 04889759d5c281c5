import type {Operation} from '../operations/operation.js';
import {Schema} from '../store/schema.js';
import {emailAddresses, operations as emailAddressOperations} from './addresses/email-addresses.js';
import {operations as phoneNumberOperations, phoneNumbers} from './addresses/phone-numbers.js';
import {streetAddresses, operations as streetAddressOperations} from './addresses/street-addresses.js';
import {webAddresses, operations as webAddressOperations} from './addresses/web-addresses.js';
import {operations as attributeOperations, attributes} from './attributes/attributes.js';
import {customAttributeValues} from './attributes/custom-attributes.js';
import {categories, operations as categoryOperations} from './categories/categories.js';
import {operations as constituentKeywordOperations, constituentKeywords} from './categories/constituent-keywords.js';
import {operations as keywordOperations, keywords} from './categories/keywords.js';
import {constituents} from './constituents/constituents.js';
import {operations as constituentOperations} from './constituents/operations.js';
import {operations as constituentSearchOperations} from './constituents/search.js';
import {operations as contactReportOperations, contactReports} from './contact-reports/contact-reports.js';
import {operations as contactReportSearchOperations} from './contact-reports/search.js';
import {operations as appealRequestOperations, appealRequests} from './fundraising/appeal-requests.js';
import {operations as appealOperations, appeals} from './fundraising/appeals.js';
import {operations as campaignOperations, campaigns} from './fundraising/campaigns.js';
import {operations as eventOperations, events} from './fundraising/events.js';
import {operations as fundOperations, funds} from './fundraising/funds.js';
import {giftCategories, operations as giftCategoryOperations} from './gifts/gift-categories.js';
import {operations as giftTypeOperations, giftTypes} from './gifts/gift-types.js';
import {operations as giftOperations, gifts} from './gifts/gifts.js';
import {operations as mailingTemplateOperations, mailingTemplates} from './gifts/mailing-templates.js';
import {operations as paymentTypeOperations, paymentTypes} from './gifts/payment-types.js';
import {operations as giftSearchOperations} from './gifts/search.js';
import {operations as groupMembershipOperations, groupMemberships} from './memberships/group-memberships.js';
import {operations as groupOperations, groups} from './memberships/groups.js';
import {operations as membershipLevelOperations, membershipLevels} from './memberships/membership-levels.js';
import {operations as membershipOperations, memberships} from './memberships/memberships.js';
import {classAffiliations} from './relationships/class-affiliations.js';
import {operations as relationshipTypeOperations, relationshipTypes} from './relationships/relationship-types.js';
import {relationships} from './relationships/relationships.js';
import {operations as teamMemberOperations, teamMembers} from './team-members.js';
import {typeLists, operations as typeOperations} from './types.js';

/** Every kind of record, those that others point at first. */
export const schema = new Schema([
  ...typeLists,
  teamMembers,
  funds,
  campaigns,
  appeals,
  events,
  giftTypes,
  giftCategories,
  paymentTypes,
  mailingTemplates,
  relationshipTypes,
  attributes,
  customAttributeValues,
  groups,
  membershipLevels,
  categories,
  keywords,
  constituents,
  classAffiliations,
  relationships,
  streetAddresses,
  phoneNumbers,
  emailAddresses,
  webAddresses,
  constituentKeywords,
  groupMemberships,
  memberships,
  gifts,
  contactReports,
  appealRequests,
]);

/** Every operation, in the order of the contract. */
export const operations: readonly Operation[] = [
  ...appealRequestOperations,
  ...appealOperations,
  ...campaignOperations,
  ...categoryOperations,
  ...constituentKeywordOperations,
  ...constituentSearchOperations,
  ...constituentOperations,
  ...contactReportSearchOperations,
  ...contactReportOperations,
  ...attributeOperations,
  ...eventOperations,
  ...fundOperations,
  ...giftCategoryOperations,
  ...giftTypeOperations,
  ...paymentTypeOperations,
  ...mailingTemplateOperations,
  ...emailAddressOperations,
  ...phoneNumberOperations,
  ...streetAddressOperations,
  ...webAddressOperations,
  ...giftSearchOperations,
  ...giftOperations,
  ...groupMembershipOperations,
  ...groupOperations,
  ...keywordOperations,
  ...membershipLevelOperations,
  ...membershipOperations,
  ...teamMemberOperations,
  ...typeOperations,
  ...relationshipTypeOperations,
];
