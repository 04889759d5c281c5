import leven from 'leven';

/** Ends of names under which clients of many services send a key; without the marks between words. */
const ends = /(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?)$/;

/** Names that end so and hold something else. */
const others = new Set(['idempotencykey', 'secwebsocketkey', 'xadminkey', 'xcsrftoken', 'xxsrftoken', 'csrftoken']);

/** What is written wrong most easily: the one parameter that holds a key. */
const parameter = 'accesstoken';

const mostSlips = 3;

/** The same of a name that is half as long. */
const other = 'apikey';

/** Longer ones are no slips of anything. */
const longest = 64;

/** Whether a header or a parameter of this name may hold a key, read there or not: `X-API-Key`, `acess_token`. */
export function isKeyName(name: string): boolean {
  const letters = name
    .slice(0, longest)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
  return (
    !others.has(letters) &&
    (ends.test(letters) || isSlipOf(parameter, letters, mostSlips) || isSlipOf(other, letters, 1))
  );
}

/** Names of parameters are looked at on each request: most have another length, and are not compared. */
const isSlipOf = (name: string, letters: string, most: number): boolean =>
  Math.abs(letters.length - name.length) <= most && leven(letters, name) <= most;

/**
 * Where a key seems to stand that is not read there.
 * @param headers as they came: a name, its value, and so on
 * @returns `header X-API-Key` or `parameter api_key`, never the key
 */
export function unreadKey(headers: readonly string[], parameters: readonly string[]): string | undefined {
  const header = headers.find((name, index) => index % 2 === 0 && isKeyName(name));
  const told = header ?? parameters.find(isKeyName);
  return told === undefined ? undefined : `${header === undefined ? 'parameter' : 'header'} ${told.slice(0, longest)}`;
}
