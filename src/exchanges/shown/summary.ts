import {countIssues} from '../../schema/issue.js';
import type {FaultLabel} from '../exchange.js';
import type {Entry} from '../journal/entry.js';
import {refusalIn} from '../request-log.js';

/** One exchange as a line of a list. */
export interface RequestSummary {
  readonly seq: number;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** By the machine's clock, with milliseconds. */
  readonly received_at: string;
  /** Null for a request without a known key, or one that is not HTTP. */
  readonly account: string | null;
  /** Empty if the request could not be parsed; so is `url`. */
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  readonly operation: string | null;
  readonly status: number;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** `src/sync.ts:42`, if the client sends it. */
  readonly caller: string | null;
  /** The test's name for this part of its run. */
  readonly mark: string | null;
  readonly changed: boolean;
  /** The reason for an error; null if there was none. */
  readonly refusal: string | null;
  /** The injected fault, which is not the client's mistake; null if there was none. */
  readonly fault: FaultLabel | null;
  readonly ignored: number;
}

export function summaryOf({exchange, mark, hasChanged}: Entry): RequestSummary {
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
    changed: hasChanged,
    refusal: (status < 400 ? undefined : refusalIn(exchange)) ?? null,
    fault: exchange.fault ?? null,
    ignored: countIssues(issues.ignored),
  };
}
