import type {KeptExchange} from '../journal/kept-exchange.js';
import {isKeyName} from '../key-names.js';
import {hidden} from '../redact.js';

/** Where a shell has the key. */
const variable = '"$CRM_SANDBOX_KEY"';

/** Headers that a request is not the same without; `curl` sends the others as they have to be. */
const sent = ['accept', 'content-type', 'origin', 'x-sandbox-caller'] as const;

/** The command that sends a request again, for a shell. @param origin of the sandbox: `http://127.0.0.1:4080` */
export function curlOf(exchange: KeptExchange, origin: string): string {
  const {method, rawBody, wholeBody, url} = exchange;
  const words = [
    `curl -X ${method}`,
    ...(/[[\]{}]/.test(url.replaceAll(hidden, '')) ? ['--globoff'] : []), // or curl would make a list of them
    urlWord(`${origin}${url}`),
    ...keyWords(exchange),
    ...headerWords(exchange),
    ...(rawBody === undefined || rawBody === '' ? [] : [`--data-raw ${quoted(rawBody)}`]),
  ];
  const head = method === 'HEAD' ? words.map(word => (word === 'curl -X HEAD' ? 'curl --head' : word)) : words;
  const command = head.join(' \\\n  ');
  return wholeBody === undefined
    ? `${command}\n`
    : `# Of the body, ${wholeBody.length} bytes, only the beginning is kept: this sends less than the client did.\n${command}\n`;
}

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** With the key from the environment wherever one was hidden. */
const urlWord = (url: string): string =>
  url
    .split(hidden)
    .map(part => (part === '' ? '' : quoted(part)))
    .join(variable);

function keyWords({key, unreadKey, url}: KeptExchange): string[] {
  if (key?.scheme === 'basic') {
    return [`-u ${variable.slice(0, -1)}:"`];
  }
  if (key?.scheme === 'bearer') {
    return [`-H "Authorization: Bearer ${variable.slice(1)}`];
  }
  const [kind, name = ''] = unreadKey?.split(' ') ?? [];
  return kind === 'header' && !url.includes(hidden) && isKeyName(name) ? [`-H "${name}: ${variable.slice(1)}`] : [];
}

function headerWords({requestHeaders, rawBody}: KeptExchange): string[] {
  return sent.flatMap(name => {
    const value = requestHeaders[name];
    const isMeant = typeof value === 'string' && value !== '*/*' && (name !== 'content-type' || rawBody !== undefined);
    return isMeant ? [`-H ${quoted(`${name}: ${value}`)}`] : [];
  });
}
