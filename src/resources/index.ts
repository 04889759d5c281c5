import type {Operation} from '../operations/operation.js';
import {Schema} from '../store/schema.js';
import {operations as appealRequestOperations, appealRequests} from './appeal-requests.js';
import {operations as appealOperations, appeals} from './appeals.js';
import {operations as attributeOperations, attributes} from './attributes.js';
import {operations as campaignOperations, campaigns} from './campaigns.js';
import {categories, operations as categoryOperations} from './categories.js';
import {classAffiliations} from './class-affiliations.js';
import {operations as constituentKeywordOperations, constituentKeywords} from './constituent-keywords.js';
import {operations as constituentOperations} from './constituent-operations.js';
import {operations as constituentSearchOperations} from './constituent-search.js';
import {constituents} from './constituents.js';
import {operations as contactReportSearchOperations} from './contact-report-search.js';
import {operations as contactReportOperations, contactReports} from './contact-reports.js';
import {customAttributeValues} from './custom-attributes.js';
import {emailAddresses, operations as emailAddressOperations} from './email-addresses.js';
import {operations as eventOperations, events} from './events.js';
import {operations as fundOperations, funds} from './funds.js';
import {giftCategories, operations as giftCategoryOperations} from './gift-categories.js';
import {operations as giftSearchOperations} from './gift-search.js';
import {operations as giftTypeOperations, giftTypes} from './gift-types.js';
import {operations as giftOperations, gifts} from './gifts.js';
import {operations as groupMembershipOperations, groupMemberships} from './group-memberships.js';
import {operations as groupOperations, groups} from './groups.js';
import {operations as keywordOperations, keywords} from './keywords.js';
import {operations as mailingTemplateOperations, mailingTemplates} from './mailing-templates.js';
import {operations as membershipLevelOperations, membershipLevels} from './membership-levels.js';
import {operations as membershipOperations, memberships} from './memberships.js';
import {operations as paymentTypeOperations, paymentTypes} from './payment-types.js';
import {operations as phoneNumberOperations, phoneNumbers} from './phone-numbers.js';
import {operations as relationshipTypeOperations, relationshipTypes} from './relationship-types.js';
import {relationships} from './relationships.js';
import {streetAddresses, operations as streetAddressOperations} from './street-addresses.js';
import {operations as teamMemberOperations, teamMembers} from './team-members.js';
import {typeLists, operations as typeOperations} from './types.js';
import {webAddresses, operations as webAddressOperations} from './web-addresses.js';

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
