import {notFound, parameterError} from '../../errors.js';
import type {DataDiff} from '../../exchanges/change/data-diff.js';
import {detailsOf, type RequestDetails} from '../../exchanges/exchange-view.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import type {KeptExchange} from '../../exchanges/journal/kept-exchange.js';
import {hidden, isKeyName} from '../../exchanges/redact.js';
import {quote} from '../../schema/fields.js';
import {type AdminContext, adminOperation, Content} from '../admin-operation.js';
import {checkRecorded} from '../states/find-state.js';

export interface ShownRequest extends RequestDetails {
  /** Null if the request changed nothing. */
  readonly change: DataDiff | null;
}

/** @throws a 400 if the text in the path is not a number, or a 404 that lists the available numbers */
export function findRequest({account, journal}: Pick<AdminContext, 'account' | 'journal'>, text: string): JournalEntry {
  if (!/^\d{1,15}$/.test(text)) {
    throw parameterError(`seq: must be the number of a request, got ${quote(text)}`);
  }
  const requests = journal.of(account.name);
  const entry = requests.find(Number(text));
  if (entry === undefined) {
    checkRecorded(requests, Number(text) - 1);
    const {oldest, lastSeq} = requests;
    const kept = oldest === undefined ? 'none is kept' : `those that are kept are from ${oldest.seq} to ${lastSeq}`;
    throw notFound(`The account ${account.name} has no request ${Number(text)}; ${kept}`);
  }
  return entry;
}

export const showRequest = adminOperation({
  id: 'showRequest',
  method: 'GET',
  path: '/_sandbox/requests/{seq}',
  summary: 'Get a request with its response, its changes, and the fields that were rejected or ignored',
  handle: ({params, ...context}): ShownRequest => {
    const entry = findRequest(context, params.seq);
    const findings = context.inspector.withBrokenAtEnd(entry.findings, context.account.name, entry.seq);
    return {...detailsOf(entry), findings, change: entry.change() ?? null};
  },
});

export const showCurl = adminOperation({
  id: 'showRequestAsCurl',
  method: 'GET',
  path: '/_sandbox/requests/{seq}/curl',
  summary: 'Get a request as a curl command, with the key from `CRM_SANDBOX_KEY`',
  handle: ({params, ...context}) => {
    const {exchange} = findRequest(context, params.seq);
    if (exchange.method === '') {
      throw notFound(`Request ${exchange.seq} was not readable as HTTP, so that nothing can send it again`);
    }
    const host = exchange.requestHeaders['host'] ?? '127.0.0.1:4080';
    return new Content('text/plain; charset=utf-8', curlOf(exchange, `http://${String(host)}`));
  },
});

/** The key, from a shell variable. */
const key = '$CRM_SANDBOX_KEY';

/** Headers that affect the response; `curl` sets the others itself. */
const sent = ['accept', 'content-type', 'origin', 'x-sandbox-caller'] as const;

/** The shell command that repeats a request. @param origin of the sandbox: `http://127.0.0.1:4080` */
function curlOf(exchange: KeptExchange, origin: string): string {
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
