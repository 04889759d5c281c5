import type {Exchange} from '../exchange.js';
import type {Entry} from '../journal/entry.js';
import type {WholeText} from '../journal/kept-text.js';
import {type RequestSummary, summaryOf} from './summary.js';

/** A body as it can be shown. */
interface ShownBody {
  /** As it was read where it is whole and JSON, otherwise its text, or as much of it as is kept. Null where there is none. */
  readonly body: unknown;
  /** Bytes of all of it, where only the beginning is kept. */
  readonly length?: number;
  /** The SHA-256 of all of it, then. */
  readonly sha256?: string;
}

/** One exchange, with all that is kept of it. */
export interface RequestDetails extends RequestSummary {
  readonly user_agent: string | null;
  /** How the key came, and what it may do; never the key itself. */
  readonly key: Exchange['key'] | null;
  /** Where a key seems to stand that is not read there: `header X-API-Key`. */
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
