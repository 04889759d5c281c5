import type {Exchange} from '../exchange.js';
import type {Entry} from '../journal/entry.js';
import type {WholeText} from '../journal/kept-text.js';
import {type RequestSummary, summaryOf} from './summary.js';

interface ShownBody {
  /** The parsed value if it is complete JSON, otherwise the kept part of its text. Null if there is no body. */
  readonly body: unknown;
  /** Bytes of the whole body; set if only the start is kept. */
  readonly length?: number;
  /** SHA-256 of the whole body; set if only the start is kept. */
  readonly sha256?: string;
}

export interface RequestDetails extends RequestSummary {
  readonly user_agent: string | null;
  /** The scheme and role of the key; never the key itself. */
  readonly key: Exchange['key'] | null;
  /** An ignored location that seems to contain a key: `header X-API-Key`. */
  readonly unread_key: string | null;
  readonly request: ShownBody & Pick<Exchange, 'params' | 'query'> & {readonly headers: Exchange['requestHeaders']};
  readonly reply: ShownBody & Pick<Exchange, 'headers'>;
  readonly issues: Exchange['issues'];
}

export function detailsOf(entry: Entry): RequestDetails {
  const {exchange} = entry;
  const {key, unreadKey, client, params, query, requestHeaders, headers, issues} = exchange;
  return {
    ...summaryOf(entry),
    user_agent: client.userAgent ?? null,
    key: key ?? null,
    unread_key: unreadKey ?? null,
    request: {params, query, headers: requestHeaders, ...shown(exchange.rawBody, exchange.wholeBody)},
    reply: {headers, ...shown(exchange.reply, exchange.wholeReply)},
    issues: {refused: issues.refused, ignored: issues.ignored},
  };
}

function shown(text: string | undefined, whole: WholeText | undefined): ShownBody {
  if (text === undefined || whole !== undefined) {
    return {body: text ?? null, ...whole};
  }
  try {
    return {body: JSON.parse(text)};
  } catch {
    return {body: text};
  }
}
