import {printable} from '../../exchanges/printable.js';

/** What a line tells of one request. */
export interface ToldRequest {
  /** What it is called by: the number that `show` takes. */
  readonly number: number;
  /** By the account's clock, if there is one: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at?: string | undefined;
  readonly account: string | null;
  /** Empty where the request was no HTTP. */
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Its id. */
  readonly operation?: string | undefined;
  readonly changes?: readonly ToldChange[] | undefined;
}

/** One record that a request created, changed or deleted. */
interface ToldChange {
  readonly change: 'created' | 'changed' | 'deleted';
  readonly collection: string;
  readonly id: number;
}

const marks = {created: '+', changed: '~', deleted: '-'};

/** More than these are counted. */
const mostShown = 3;

/** `12  2026-01-01T00:00:00Z  default  POST /api/v1/groups  200  createGroup  +groups 7`, for every list of requests. */
export function exchangeLine({number, at, account, method, url, status, operation, changes}: ToldRequest): string {
  const what = method === '' ? 'unreadable' : `${method} ${url}`;
  const parts = [String(number), at ?? '-', account ?? '-', what, String(status), operation, changesText(changes)];
  return parts
    .filter(part => part !== undefined)
    .map(printable)
    .join('  ');
}

function changesText(changes: readonly ToldChange[] = []): string | undefined {
  const shown = changes.slice(0, mostShown).map(({change, collection, id}) => `${marks[change]}${collection} ${id}`);
  const more = changes.length > mostShown ? [`and ${changes.length - mostShown} more`] : [];
  return shown.length === 0 ? undefined : [...shown, ...more].join(', ');
}
