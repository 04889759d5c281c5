import type {OperationId} from '../schema/catalog-names.js';
import {countIssues} from '../schema/issue.js';
import type {BrokenRule, Exchange, FaultLabel} from './exchange.js';
import type {JournalEntry} from './journal/entry.js';
import type {WholeText} from './journal/kept-exchange.js';
import type {MarkOverlap} from './journal/marks.js';
import {refusalIn} from './request-log.js';

/** One exchange as a line of a list. */
export interface RequestSummary extends Pick<Exchange, 'seq' | 'at' | 'account' | 'method' | 'url' | 'status' | 'ms'> {
  /** By the machine's clock, with milliseconds. */
  readonly received_at: string;
  readonly operation: OperationId | null;
  /** `src/crm.ts:8 < src/sync.ts:42`, the innermost frame first, if the client sends it. */
  readonly caller: string | null;
  /** The test's name for this part of its run. */
  readonly mark: string | null;
  /** Set if several marks were active at once: `mark` is null then. */
  readonly unassigned: MarkOverlap | null;
  readonly changed: boolean;
  /** The reason for an error; null if there was none. */
  readonly refusal: string | null;
  /** The injected fault, which is not the client's mistake; null if there was none. */
  readonly fault: FaultLabel | null;
  /** The ids of the overrides that changed the response. */
  readonly overrides: readonly string[];
  readonly ignored: number;
  /** The rules of findings that the request breaks. */
  readonly findings: readonly BrokenRule[];
}

export function summaryOf({exchange, mark, unassigned, hasChanged, findings}: JournalEntry): RequestSummary {
  const {seq, at, receivedAt, account, method, url, operation, status, ms, client, issues} = exchange;
  return {
    seq,
    at,
    received_at: new Date(receivedAt).toISOString(),
    account,
    method,
    url,
    operation: operation?.id ?? null,
    status,
    ms: Math.round(ms * 100) / 100,
    caller: client.caller ?? null,
    mark: mark ?? null,
    unassigned: unassigned ?? null,
    changed: hasChanged,
    refusal: (status < 400 ? undefined : refusalIn(exchange)) ?? null,
    fault: exchange.fault ?? null,
    overrides: exchange.overrides ?? [],
    ignored: countIssues(issues.ignored),
    findings,
  };
}

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

export function detailsOf(entry: JournalEntry): RequestDetails {
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
