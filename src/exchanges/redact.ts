import querystring from 'node:querystring';
import leven from 'leven';
import {frameSeparator, framesOf} from '../preload/caller/frames.js';

/** Parts of the names below. Any typo leaves at least one of them intact. */
const parts = /acc|[ae]ss|auth|to?k|ke[ny]|si[dg]|cre[dt]|pwd|jwt|bearer|api(?!\/v)/i;

const encodedLetter = /%(?:25){0,2}(?:[46][1-9a-f]|[57][\da])/i;

/** True if a text may contain the name of a key. Most texts fail this quick test. */
const mayHoldKey = (text: string): boolean =>
  parts.test(text) || (text.includes('%') && encodedLetter.test(text)) || text.includes('\\u00');

/** Endings of the names that many services use for keys, without word separators. */
const ends =
  /(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?|pwd|jwt|bearer|session)$/;

/** Short names count only as separate words: `bypass` is not a key. */
const words = new Set(['pass', 'sid', 'sig']);

/** Names with such an ending that are not keys. */
const notKeys = new Set(['idempotencykey', 'secwebsocketkey', 'xadminkey', 'xcsrftoken', 'xxsrftoken', 'csrftoken']);

/** True if a header, parameter or field of this name may contain a key: `X-API-Key`, `acess_token`. */
export function isKeyName(name: string): boolean {
  if (!mayHoldKey(name)) {
    return false;
  }
  const pieces = name.toLowerCase().split(/[^a-z]+/);
  const letters = pieces.join('');
  return (
    !notKeys.has(letters) &&
    (ends.test(letters) ||
      words.has(pieces.findLast(piece => piece !== '') ?? '') ||
      isSlipOf('accesstoken', letters, 3) ||
      isSlipOf('apikey', letters, 1)) // with more typos, a short name would be another word
  );
}

const isSlipOf = (name: string, letters: string, maxTypos: number): boolean =>
  Math.abs(letters.length - name.length) <= maxTypos && leven(letters, name) <= maxTypos;

/**
 * Finds a key in a location that the sandbox does not read.
 * @param headers as received: a name, its value, and so on
 * @returns `header X-API-Key` or `parameter api_key`, never the key
 */
export function unreadKey(headers: readonly string[], parameters: readonly string[]): string | undefined {
  const header = headers.find((name, index) => index % 2 === 0 && isKeyName(name));
  const found = header ?? parameters.find(isKeyName);
  return found === undefined ? undefined : `${header === undefined ? 'parameter' : 'header'} ${found.slice(0, 64)}`;
}

/** The replacement for a key. */
export const hidden = '[hidden]';

/** `https://<key>:@host`: some clients write Basic credentials into the URL. */
const user = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/?#]*@/i;

/** Separates names and values. It may be percent-encoded up to three times. */
const mark = /([\s"'#&,/:;<=>?{|}]|%(?:25){0,2}(?:0[9ad]|2[02367cf]|3[a-f]|7[bcd]))/i;

const assignment = /[=:]|3[ad]$/i;

const decoded = (name: string): string =>
  name.includes('%') ? querystring.unescape(querystring.unescape(querystring.unescape(name))) : name;

/**
 * Hides values in a URL, header or form that may be keys, even where the sandbox does not read them: after a typo in a
 * name or separator, the key must not appear in a log.
 */
export function withoutKey(text: string): string {
  if (!/@|integrations/i.test(text) && !mayHoldKey(text)) {
    return text;
  }
  const shown = text.replace(user, `$1${hidden}@`).split('&');
  return shown.map(part => hideValue(part)).join('&');
}

/** Hides the text after the first name of a key. @param after separates the name and the key */
function hideValue(text: string, after = assignment): string {
  const pieces = text.split(mark);
  let name = '';
  let isListener = false;
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 1) {
      if (after.test(piece) && isKeyName(name)) {
        const value = pieces.slice(index + 1).join('');
        const isPort = piece === ':' && /^\d+$/.test(value); // or a line of a source file
        return isPort || value === '' ? text : [...pieces.slice(0, index + 1), hidden].join('');
      }
      isListener &&= piece !== '?';
    } else if (piece !== '') {
      name = decoded(piece);
      // The id of an account's listener works like a key.
      pieces[index] = isListener && !/^listener\b/i.test(name) ? hidden : piece;
      isListener ||= name.toLowerCase() === 'integrations';
    }
  }
  return pieces.join('');
}

/** Characters. Longer texts are cut, because each separator takes time. */
const longestText = 64 * 1024;

/**
 * The body of a request without keys, as text and as parsed: the original values if it has none. In a text that is
 * neither JSON nor a form, everything after the first name of a key is hidden.
 */
export function bodyWithoutKey(rawBody: string, body: unknown): {readonly rawBody: string; readonly body: unknown} {
  const sent = {rawBody, body};
  if (!mayHoldKey(rawBody) || (typeof body === 'object' && body !== null && fieldsWithKeys(body).length === 0)) {
    return sent;
  }
  try {
    const copy: unknown = JSON.parse(rawBody);
    if (typeof copy === 'object' && copy !== null) {
      const found = fieldsWithKeys(copy);
      for (const {record, name} of found) {
        record[name] = hidden;
      }
      return found.length > 0 ? {rawBody: JSON.stringify(copy), body: copy} : sent;
    }
  } catch (error) {
    if (error instanceof RangeError) {
      return {rawBody: hidden, body: undefined}; // nested too deeply for JSON.stringify
    }
  }
  const text =
    rawBody.length > longestText ? textWithoutKey(rawBody.slice(0, longestText)) + hidden : textWithoutKey(rawBody);
  return text === rawBody ? sent : {rawBody: text, body: undefined};
}

interface KeyField {
  readonly record: Record<string, unknown>;
  readonly name: string;
}

/** Finds fields that may contain keys. Not recursive: a body may be nested 150,000 levels deep. */
function fieldsWithKeys(body: object): readonly KeyField[] {
  const found: KeyField[] = [];
  const others = new Set(['key']); // categories, groups and custom fields have a field `key`
  const pending = [body];
  const addNested = (value: unknown) => {
    if (typeof value === 'object' && value !== null) {
      pending.push(value);
    }
  };
  for (const nested of pending) {
    if (Array.isArray(nested)) {
      nested.forEach(addNested);
      continue;
    }
    const record = nested as Record<string, unknown>;
    for (const name of Object.keys(record)) {
      if (!others.has(name) && isKeyName(name)) {
        found.push({record, name});
      } else if (others.size < 1000) {
        others.add(name); // a long list repeats its names
      }
      addNested(record[name]);
    }
  }
  return found;
}

/** Hides keys in a multipart form. The result remains a valid form, so that a replay of the request is accepted. */
function formWithoutKey(text: string): string {
  const [boundary] = /^--[\w.-]{1,100}(?=\r\n)/.exec(text) ?? [];
  if (boundary === undefined || isKeyName(boundary)) {
    return hideValue(text, mark);
  }
  const parts = `\r\n${text}`.split(`\r\n${boundary}`).map(part => {
    const [disposition = ''] = /^content-disposition:.*$/im.exec(part) ?? [];
    return hideValue(part, mark) === part ? part : `\r\n${hideValue(disposition, mark)}\r\n\r\n${hidden}`;
  });
  return parts.join(`\r\n${boundary}`).slice(2);
}

function textWithoutKey(text: string): string {
  if (text.startsWith('--')) {
    return formWithoutKey(text);
  }
  return /^\s*[{["']/.test(text) ? hideValue(text) : withoutKey(text);
}

/** A Host header without the user that some clients write into it. */
export const hostWithoutKey = (host: string): string => host.replace(/^.*@/, `${hidden}@`);

/** Hides keys in an error message that quotes the client's input. */
export const errorWithoutKey = (text: string): string =>
  text
    .split(/(?<!\\)"/)
    .map((piece, index) => (index % 2 === 1 ? withoutKey(piece) : piece.split(' ').map(withoutKey).join(' ')))
    .join('"');

export const parametersWithoutKey = <V>(query: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
  Object.keys(query).some(isKeyName)
    ? Object.fromEntries(Object.entries(query).filter(([name]) => !isKeyName(name)))
    : query;

/** Recorded headers. Others may contain a key or a cookie. */
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

type Headers<V> = Readonly<Record<string, V>>;

/** A line number is not a key, so each frame of a caller is checked separately. */
const callerWithoutKey = (caller: string): string => framesOf(caller).map(withoutKey).join(frameSeparator);

const hiding: Readonly<Record<string, (value: string) => string>> = {
  host: hostWithoutKey,
  'x-sandbox-caller': callerWithoutKey,
};

/** @param last headers of the previous request: returned if they are equal */
export function keptHeaders<V>(headers: Headers<V>, last: Headers<V> = {}): Headers<V> {
  if (kept.every(name => headers[name] === last[name])) {
    return last;
  }
  const shown: Record<string, V> = {};
  for (const name of kept) {
    const value = headers[name];
    if (value !== undefined) {
      const hide = hiding[name] ?? withoutKey;
      shown[name] = typeof value === 'string' ? (hide(value) as V & string) : value;
    }
  }
  return shown;
}
