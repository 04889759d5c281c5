import {printable} from '../../exchanges/printable.js';

export interface ToldRequest {
  /** The number that `show` accepts. */
  readonly number: number;
  /** Account time, if known: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at?: string | undefined;
  readonly account: string | null;
  /** Empty if the request was not HTTP. */
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly operation?: string | undefined;
  readonly changes?: readonly ToldChange[] | undefined;
}

interface ToldChange {
  readonly change: 'created' | 'changed' | 'deleted';
  readonly collection: string;
  readonly id: number;
}

const marks = {created: '+', changed: '~', deleted: '-'};

/** Further changes are only counted. */
const mostShown = 3;

/** `12  2026-01-01T00:00:00Z  default  POST /api/v1/groups  200  createGroup  +groups 7` */
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
