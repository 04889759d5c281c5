import leven from 'leven';

/** Names of many services' keys end in these, once the marks between words are removed. */
const ends =
  /(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?|pwd|jwt|bearer|session)$/;

/** Short names count only as words of their own: `bypass` holds no key. */
const words = new Set(['pass', 'sid', 'sig']);

/** Names that end like those of keys, and hold something else. */
const others = new Set(['idempotencykey', 'secwebsocketkey', 'xadminkey', 'xcsrftoken', 'xxsrftoken', 'csrftoken']);

/** The one parameter that holds a key. It is misspelt more easily than others. */
const parameter = 'accesstoken';

const mostSlips = 3;

/** It is half as long, so that fewer slips make another word of it. */
const other = 'apikey';

/** A longer name is no slip of these. */
const longest = 64;

/** Names that were looked at. Most requests bring the same few. */
const known = new Map<string, boolean>();

const mostKnown = 1000;

/** Whether a header, a parameter or a field of this name may hold a key, read there or not: `X-API-Key`, `acess_token`. */
export function isKeyName(name: string): boolean {
  const found = known.get(name);
  if (found !== undefined) {
    return found;
  }
  const isKey = looksLikeKey(name);
  if (known.size < mostKnown && name.length <= longest) {
    known.set(Buffer.from(name).toString(), isKey); // a copy: a part of a text keeps all of it in memory
  }
  return isKey;
}

function looksLikeKey(name: string): boolean {
  const parts = name.toLowerCase().split(/[^a-z]/);
  const letters = parts.join('').slice(-longest);
  return (
    !others.has(letters) &&
    (ends.test(letters) ||
      words.has(parts.findLast(part => part !== '') ?? '') ||
      isSlipOf(parameter, letters, mostSlips) ||
      isSlipOf(other, letters, 1))
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
  return found === undefined
    ? undefined
    : `${header === undefined ? 'parameter' : 'header'} ${found.slice(0, longest)}`;
}
