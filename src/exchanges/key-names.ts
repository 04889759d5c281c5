import leven from 'leven';

/** Parts of the names below. A slip leaves at least one of them as it is. */
const parts = /acc|[ae]ss|auth|to?k|ke[ny]|si[dg]|cre[dt]|pwd|jwt|bearer|api(?!\/v)/i;

const encodedLetter = /%(?:25){0,2}(?:[46][1-9a-f]|[57][\da])/i;

/** Whether a text can hold the name of a key. Most texts cannot, and this test is all that they cost. */
export const mayHoldKey = (text: string): boolean =>
  parts.test(text) || (text.includes('%') && encodedLetter.test(text)) || text.includes('\\u00');

/** Names of many services' keys end in these, once the marks between words are removed. */
const ends =
  /(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?|pwd|jwt|bearer|session)$/;

/** Short names count only as words of their own: `bypass` holds no key. */
const words = new Set(['pass', 'sid', 'sig']);

/** Names that end like those of keys, and hold something else. */
const others = new Set(['idempotencykey', 'secwebsocketkey', 'xadminkey', 'xcsrftoken', 'xxsrftoken', 'csrftoken']);

/** Whether a header, a parameter or a field of this name may hold a key, read there or not: `X-API-Key`, `acess_token`. */
export function isKeyName(name: string): boolean {
  if (!mayHoldKey(name)) {
    return false;
  }
  const pieces = name.toLowerCase().split(/[^a-z]+/);
  const letters = pieces.join('');
  return (
    !others.has(letters) &&
    (ends.test(letters) ||
      words.has(pieces.findLast(piece => piece !== '') ?? '') ||
      isSlipOf('accesstoken', letters, 3) ||
      isSlipOf('apikey', letters, 1)) // shorter: more slips make another word of it
  );
}

/** Most names have another length, and are not compared. */
const isSlipOf = (name: string, letters: string, most: number): boolean =>
  Math.abs(letters.length - name.length) <= most && leven(letters, name) <= most;

/**
 * Finds the place of a key that is not read there.
 * @param headers as received: a name, its value, and so on
 * @returns `header X-API-Key` or `parameter api_key`, never the key
 */
export function unreadKey(headers: readonly string[], parameters: readonly string[]): string | undefined {
  const header = headers.find((name, index) => index % 2 === 0 && isKeyName(name));
  const found = header ?? parameters.find(isKeyName);
  return found === undefined ? undefined : `${header === undefined ? 'parameter' : 'header'} ${found.slice(0, 64)}`;
}
