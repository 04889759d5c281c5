import type {KeptExchange} from '../../exchanges/journal/kept-exchange.js';
import {hidden, isKeyName} from '../../exchanges/redact.js';

/** The key, from a shell variable. */
const key = '$CRM_SANDBOX_KEY';

/** Headers that affect the response; `curl` sets the others itself. */
const sent = ['accept', 'content-type', 'origin', 'x-sandbox-caller'] as const;

/** The shell command that repeats a request. @param origin of the sandbox: `http://127.0.0.1:4080` */
export function curlOf(exchange: KeptExchange, origin: string): string {
  const {method, rawBody, wholeBody, url} = exchange;
  const words = [
    method === 'HEAD' ? 'curl --head' : `curl -X ${method}`,
    ...(/[[\]{}]/.test(url.replaceAll(hidden, '')) ? ['--globoff'] : []), // prevents curl from expanding brackets
    urlWord(`${origin}${url}`),
    ...keyWords(exchange),
    ...headerWords(exchange),
    ...(rawBody === undefined || rawBody === '' ? [] : [`--data-raw ${quoted(rawBody)}`]),
  ];
  const command = words.join(' \\\n  ');
  return wholeBody === undefined
    ? `${command}\n`
    : `# Of the body, ${wholeBody.length} bytes, only the beginning is kept: this sends less than the client did.\n${command}\n`;
}

/** Quotes a text as one shell word. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Replaces each hidden key with the environment variable. */
const urlWord = (url: string): string =>
  url
    .split(hidden)
    .map(part => (part === '' ? '' : quoted(part)))
    .join(`"${key}"`);

function keyWords({key: kind, unreadKey, url}: KeptExchange): string[] {
  if (kind?.scheme === 'basic') {
    return [`-u "${key}:"`];
  }
  if (kind?.scheme === 'bearer') {
    return [`-H "Authorization: Bearer ${key}"`];
  }
  const [place, name = ''] = unreadKey?.split(' ') ?? [];
  return place === 'header' && !url.includes(hidden) && isKeyName(name) ? [`-H "${name}: ${key}"`] : [];
}

function headerWords({requestHeaders, rawBody}: KeptExchange): string[] {
  return sent.flatMap(name => {
    const value = requestHeaders[name];
    const isMeant = typeof value === 'string' && value !== '*/*' && (name !== 'content-type' || rawBody !== undefined);
    return isMeant ? [`-H ${quoted(`${name}: ${value}`)}`] : [];
  });
}
