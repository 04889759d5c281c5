import querystring from 'node:querystring';
import {isKeyName} from './key-names.js';

/** The id of an account's listener stands for a key. */
const listener = /^((?:https?:\/\/[^/?]*)?\/integrations\/)[^/?]+/i;

/** `https://<key>:@host`, as some clients write Basic. */
const user = /^((?:[a-z][a-z0-9+.-]*:)?\/\/)[^/?#]*@/i;

/**
 * A URL without a key in it, whether that is read there or not: a slip in a name must not put it into a log. A
 * parameter's name can be written in many ways, so it is decoded before it is looked at.
 */
export function withoutKey(sent: string): string {
  if (!mayHoldKey(sent)) {
    return sent;
  }
  const url = sent.replace(user, '$1[hidden]@').replace(listener, '$1[hidden]');
  const start = url.indexOf('?');
  if (start === -1) {
    return url;
  }
  const shown = url
    .slice(start + 1)
    .split('&')
    .map(parameter => {
      const [name = ''] = parameter.split('=', 1);
      return isKeyName(querystring.unescape(name)) ? `${name}=[hidden]` : parameter;
    });
  return `${url.slice(0, start)}?${shown.join('&')}`;
}

/** Most URLs are a path of the service's interface: to know that costs next to nothing. */
const mayHoldKey = (url: string): boolean => !url.startsWith('/api/') || url.includes('?') || url.includes('@');

/** Parameters without those that may hold a key. */
export const parametersWithoutKey = <V>(query: Readonly<Record<string, V>>): Record<string, V> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !isKeyName(name)));

/** Headers of requests that are kept: none that holds a key or a cookie. */
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
 * What may be told of a request's headers.
 * @param last of a request before, which is given back where it is the same
 */
export function keptHeaders<V>(
  headers: Readonly<Record<string, V>>,
  last: Readonly<Record<string, V>> = {},
): Readonly<Record<string, V>> {
  if (kept.every(name => headers[name] === last[name])) {
    return last;
  }
  const told: Record<string, V> = {};
  for (const name of kept) {
    const value = headers[name];
    if (value !== undefined) {
      told[name] = value;
    }
  }
  return told;
}
