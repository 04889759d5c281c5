export type KeyRole = 'full' | 'read-only' | 'blocked';

export const namedKeys: ReadonlyArray<readonly [string, KeyRole]> = [
  ['sandbox-key', 'full'],
  ['sandbox-readonly-key', 'read-only'],
  ['sandbox-blocked-key', 'blocked'],
];

export const accountPrefix = 'sbx_';

/** The keys in pages. The digests in a file reveal no key, so a placeholder stands for the reader's own. */
export const shownKeys = (hasFile: boolean) =>
  hasFile ? {key: 'YOUR_KEY', otherKey: 'YOUR_KEY.test'} : {key: namedKeys[0]![0], otherKey: `${accountPrefix}test`};

/**
 * Checks that an added key does not have a predefined meaning.
 * @returns the requirement that the key violates; undefined if the key can be added
 */
export function keyConflict(key: string): string | undefined {
  const role = namedKeys.find(([name]) => name === key)?.[1];
  if (role !== undefined && role !== 'full') {
    return `a key other than ${key}, which every sandbox takes as its ${role} key`;
  }
  return key.startsWith(accountPrefix)
    ? `a key that does not begin with ${accountPrefix}: such a key opens the account of its own name`
    : undefined;
}
