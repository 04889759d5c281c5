import type {Tag} from '../operations/kinds/kind.js';

const tag = (place: number, name: string, description: string): Tag => ({name, description, place});

/** The groups of the contract, in its order. */
export const tags = {
  appealRequests: tag(1, 'Appeal requests', 'Asking one constituent for money in one appeal.'),
  appeals: tag(2, 'Appeals and campaigns', 'The efforts that gifts are raised by.'),
  categories: tag(3, 'Categories', 'Questions that records are sorted by; each has keywords for answers.'),
  keywords: tag(4, 'Keywords', 'The answers that a category has, and which of them a constituent holds.'),
  constituents: tag(5, 'Constituents', 'People and organizations, with everything that goes with them.'),
  contactReports: tag(6, 'Contact reports', 'What was said and done with a constituent.'),
  lookups: tag(7, 'Lookup lists', 'Lists that other records draw from.'),
  emails: tag(8, 'Email addresses and phone numbers', 'Ways to reach a constituent.'),
  streets: tag(9, 'Street and web addresses', 'Further ways to reach a constituent.'),
  gifts: tag(10, 'Gifts', 'What was given, pledged and paid.'),
  groups: tag(11, 'Group memberships and groups', 'Groups of constituents: a board, the volunteers.'),
  memberships: tag(12, 'Membership levels and memberships', 'Who is a member, of which level, from when to when.'),
  classAffiliations: {
    name: 'Class affiliations',
    description: 'The classes of a school that a constituent goes with: as a student, or as a parent of one.',
  } as Tag,
  relationships: {name: 'Relationships', description: 'What one constituent is to another.'} as Tag,
  /** Behind those of the contract, which does not have them. */
  notes: {name: 'Notes', description: 'What people wrote down about a constituent.'},
  volunteerTimes: {name: 'Volunteer times', description: 'The hours that a constituent gave, and what for.'},
};
