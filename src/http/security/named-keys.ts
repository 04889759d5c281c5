/** What a key may do: anything, only read, or nothing. */
export type Role = 'full' | 'read-only' | 'blocked';

/** The keys that every sandbox knows. */
export const namedKeys: ReadonlyArray<readonly [string, Role]> = [
  ['sandbox-key', 'full'],
  ['sandbox-readonly-key', 'read-only'],
  ['sandbox-blocked-key', 'blocked'],
];

/** What the keys of accounts of their own begin with. */
export const accountPrefix = 'sbx_';

/**
 * Why a key cannot be added as one that may do anything in the default account: it means something else already.
 * @returns what such a key must be instead; undefined where it can be added
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
