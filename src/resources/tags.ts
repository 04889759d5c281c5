import type {Tag} from '../operations/kinds/kind.js';

const tag = (place: number, name: string, description: string): Tag => ({name, description, place});

/** The contract's tags, in its order. */
export const tags = {
  appealRequests: tag(1, 'Appeal requests', 'Requests for money: one constituent, one appeal.'),
  appeals: tag(2, 'Appeals and campaigns', 'Fundraising efforts that gifts belong to.'),
  categories: tag(3, 'Categories', 'Questions that sort records; the answers are keywords.'),
  keywords: tag(4, 'Keywords', 'The answers of a category, and which of them a constituent holds.'),
  constituents: tag(5, 'Constituents', 'People and organizations, with everything that belongs to them.'),
  contactReports: tag(6, 'Contact reports', 'What was said and done with a constituent.'),
  lookups: tag(7, 'Lookup lists', 'Lists of values that other records refer to.'),
  emails: tag(8, 'Email addresses and phone numbers', 'Ways to reach a constituent.'),
  streets: tag(9, 'Street and web addresses', 'Where a constituent lives, and where to find it on the web.'),
  gifts: tag(10, 'Gifts', 'What was given, pledged and paid.'),
  groups: tag(11, 'Group memberships and groups', 'Groups of constituents: a board, the volunteers.'),
  memberships: tag(12, 'Membership levels and memberships', 'Who is a member, of which level, from when to when.'),
  classAffiliations: {
    name: 'Class affiliations',
    description: 'Classes of a school that a constituent belongs to: as a student, or as a parent of one.',
  } as Tag,
  relationships: {name: 'Relationships', description: 'What one constituent is to another.'} as Tag,
  /** Tags that the contract does not have come last. */
  notes: {name: 'Notes', description: 'What people wrote down about a constituent.'},
  volunteerTimes: {name: 'Volunteer times', description: 'Hours that a constituent volunteered, and what for.'},
};
