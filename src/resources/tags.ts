import type {Tag} from '../operations/kinds/kind.js';

const tag = (place: number, name: string, description: string): Tag => ({name, description, place});

/** The contract's tags, in its order. */
export const tags = {
  appealRequests: tag(1, 'Appeal requests', 'Requests for money, each to one constituent in one appeal.'),
  appeals: tag(2, 'Appeals and campaigns', 'Fundraising efforts that gifts belong to.'),
  categories: tag(3, 'Categories', 'Properties that classify records; their values are keywords.'),
  keywords: tag(4, 'Keywords', 'The values of a category, and those that a constituent has.'),
  constituents: tag(5, 'Constituents', 'People and organizations, with everything that belongs to them.'),
  contactReports: tag(6, 'Contact reports', 'Reports on contacts with a constituent.'),
  lookups: tag(7, 'Lookup lists', 'Lists of values that other records refer to.'),
  emails: tag(8, 'Email addresses and phone numbers', 'Ways to reach a constituent.'),
  streets: tag(9, 'Street and web addresses', 'The street and web addresses of a constituent.'),
  gifts: tag(10, 'Gifts', 'Gifts, pledges and payments.'),
  groups: tag(11, 'Group memberships and groups', 'Groups of constituents: a board, the volunteers.'),
  memberships: tag(12, 'Membership levels and memberships', 'Memberships, with their levels and dates.'),
  classAffiliations: {
    name: 'Class affiliations',
    description: 'School classes that a constituent belongs to, as a student or as a parent.',
  } as Tag,
  relationships: {name: 'Relationships', description: 'The relationships between constituents.'} as Tag,
  /** Tags outside of the contract come last. */
  notes: {name: 'Notes', description: 'Notes about a constituent.'},
  volunteerTimes: {name: 'Volunteer times', description: 'Hours that a constituent volunteered, and their purpose.'},
};
