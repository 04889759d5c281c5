import {countIssues} from '../../schema/issue.js';
import type {FaultLabel} from '../exchange.js';
import type {Entry} from '../journal/entry.js';
import {refusalIn} from '../request-log.js';

/** One exchange in a line of a list. */
export interface RequestSummary {
  /** Counts per account, and is never used again. */
  readonly seq: number;
  /** By the account's clock: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** By the machine's clock, with milliseconds. */
  readonly received_at: string;
  /** Null where there is none: a request without a key that is known, or that is no HTTP. */
  readonly account: string | null;
  /** Empty where the request could not be read so far; so is `url`. */
  readonly method: string;
  /** With its query, but never with a key. */
  readonly url: string;
  /** Its id; null where no operation fits. */
  readonly operation: string | null;
  readonly status: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** `src/sync.ts:42`, where the client says so. */
  readonly caller: string | null;
  /** What the test called the part of its run. */
  readonly mark: string | null;
  /** Whether it changed anything. */
  readonly changed: boolean;
  /** Why it was refused; null where it was not. */
  readonly refusal: string | null;
  /** What was injected, and is no mistake of the client's; null where nothing was. */
  readonly fault: FaultLabel | null;
  /** How many fields and parameters the service let pass without a word. */
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
