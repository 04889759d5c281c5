import querystring from 'node:querystring';
import {isKeyName} from './key-names.js';

/** Stands where a key was. */
export const hidden = '[hidden]';

/** A text without any of these holds no key, and most paths have none: this test costs next to nothing. */
const mayHoldKey = /[%:=@]|\/\/|integrations/i;

/** `https://<key>:@host`: some clients write Basic credentials into the URL. */
const user = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/?#]*@/i;

/** Ends a name. Like the separators below, it may be percent-encoded up to three times. */
const assignment = /[=:]|%(?:25){0,2}3[ad]/gi;

const separator = /[\s"'#&,/;<>?{|}]|%(?:25){0,2}(?:0[9ad]|2[02367cf]|3[bcef]|7[bcd])/i;

const slash = /(\/|%(?:25){0,2}2f)/i;

/** Characters. A longer name is cut at its beginning: its end tells whether it is the name of a key. */
const longestName = 256;

const decoded = (name: string): string =>
  name.includes('%') ? querystring.unescape(querystring.unescape(querystring.unescape(name))) : name;

/**
 * A URL, a header or a form without the values that may be keys, whether the sandbox reads them or not: a client that
 * slips in a name or a separator must not find its key in a log.
 */
export function withoutKey(text: string): string {
  if (!mayHoldKey.test(text)) {
    return text;
  }
  const shown = hideValues(text.replace(user, `$1${hidden}@`), '&');
  return /integrations|%/i.test(shown) ? shown.split('&').map(hideListener).join('&') : shown;
}

/** A text without what follows the names of keys. @param end ends a value; without it, all the rest is hidden */
export function hideValues(text: string, end?: string): string {
  let shown = '';
  let copied = 0;
  let start = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const name = lastName(text.slice(Math.max(start, found.index - longestName), found.index));
    start = assignment.lastIndex;
    if (isKeyName(name)) {
      const next = end === undefined ? -1 : text.indexOf(end, start);
      const value = text.slice(start, next === -1 ? undefined : next);
      const isPort = found[0] === ':' && /^\d+$/.test(value); // or a line of a source file
      if (value !== '' && !isPort) {
        shown += text.slice(copied, start) + hidden;
        copied = start + value.length;
        start = copied;
        assignment.lastIndex = copied;
      }
    }
  }
  return copied === 0 ? text : shown + text.slice(copied);
}

function lastName(text: string): string {
  const name = separator.test(text) ? text.split(separator).findLast(piece => piece !== '') : text;
  return decoded(name ?? '');
}

/** The id of an account's listener works like a key. */
function hideListener(part: string): string {
  const pieces = part.split(slash);
  const found = pieces.findIndex(piece => /^\W*integrations\W*$/i.test(decoded(piece)));
  const isId = (piece: string, index: number) => index % 2 === 0 && piece !== '' && !/^listener\b/i.test(piece);
  return found === -1
    ? part
    : pieces.map((piece, index) => (index > found && isId(piece, index) ? hidden : piece)).join('');
}

/** A Host header without the user that some clients write into it. */
export const hostWithoutKey = (host: string): string => host.replace(/^.*@/, `${hidden}@`);

/** The text of an error, which quotes what the client sent. */
export const errorWithoutKey = (text: string): string =>
  text
    .split(/(?<!\\)"/)
    .map((piece, index) => (index % 2 === 1 ? withoutKey(piece) : piece.split(' ').map(withoutKey).join(' ')))
    .join('"');

/** The parameters of a query, except for those whose names are those of keys. */
export const parametersWithoutKey = <V>(query: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !isKeyName(name)));

/** Headers that are kept. The others may hold a key or a cookie. */
const kept = [
  'host',
  'accept',
  'accept-encoding',
  'connection',
  'content-type',
  'content-length',
  'content-encoding',
  'user-agent',
  'origin',
  'sec-fetch-site',
  'x-sandbox-caller',
] as const;

/**
 * The headers of a request that are kept, without keys.
 * @param last those of the previous request: returned if they are the same
 */
export function keptHeaders<V>(
  headers: Readonly<Record<string, V>>,
  last: Readonly<Record<string, V>> = {},
): Readonly<Record<string, V>> {
  if (kept.every(name => headers[name] === last[name])) {
    return last;
  }
  const shown: Record<string, V> = {};
  for (const name of kept) {
    const value = headers[name];
    if (value !== undefined) {
      const hide = name === 'host' ? hostWithoutKey : withoutKey;
      shown[name] = typeof value === 'string' ? (hide(value) as V & string) : value;
    }
  }
  return shown;
}
