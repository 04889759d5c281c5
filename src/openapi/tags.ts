import type {Operation} from '../operations/operation.js';

const descriptions: Readonly<Record<string, string>> = {
  'Appeal requests': 'Asking one constituent for money in one appeal.',
  'Appeals and campaigns': 'The efforts that gifts are raised by.',
  Categories: 'Questions that records are sorted by; each has keywords for answers.',
  Keywords: 'The answers that a category has, and which of them a constituent holds.',
  Constituents: 'People and organizations, with everything that goes with them.',
  'Contact reports': 'What was said and done with a constituent.',
  'Lookup lists': 'Lists that other records draw from.',
  'Email addresses and phone numbers': 'Ways to reach a constituent.',
  'Street and web addresses': 'Further ways to reach a constituent.',
  Gifts: 'What was given, pledged and paid.',
  'Group memberships and groups': 'Groups of constituents: a board, the volunteers.',
  'Membership levels and memberships': 'Who is a member, of which level, from when to when.',
};

/** The groups that operations stand in, in the order of the contract. */
export function tagsOf(operations: readonly Operation[]) {
  const names = [...new Set(operations.map(({tag}) => tag))];
  return names.map(name => ({name, description: descriptions[name] ?? ''}));
}
