import type {BrokenRule, FaultLabel} from '../../exchanges/exchange.js';
import {printable} from '../../exchanges/printable.js';
import type {TracedRequest} from '../../exchanges/trace/format.js';
import type {Level} from '../../findings/finding.js';

/** A request from the sandbox's list or from a trace. */
type LoggedExchange = Pick<TracedRequest, 'account' | 'method' | 'url' | 'status' | 'changes'> & {
  readonly at?: string | undefined;
  readonly operation?: string | null | undefined;
};

/** `fault lost-gift: reset after-commit, committed` */
export const faultText = ({id, kind, when, committed}: FaultLabel): string =>
  `fault ${id}: ${kind} ${when}${committed ? ', committed' : ''}`;

export const overrideText = (ids: readonly string[]): string => `override ${ids.join(', ')}`;

export const levelMark = (level: Level): string => (level === 'info' ? 'ℹ' : '⚠');

/** `⚠ zero-gift, ℹ gift-without-external-id` */
export const brokenText = (rules: readonly BrokenRule[]): string =>
  rules.map(({rule, level}) => `${levelMark(level)} ${rule}`).join(', ');

const marks = {created: '+', changed: '~', deleted: '-'};

const maxShown = 3;

/** `12  2026-01-01T00:00:00Z  default  POST /api/v1/groups  200  createGroup  +groups 7` */
export function exchangeLine(number: number, exchange: LoggedExchange): string {
  const {at, account, method, url, status, operation, changes} = exchange;
  const what = method === '' ? 'unreadable' : `${method} ${url}`;
  const parts = [String(number), at ?? '-', account ?? '-', what, String(status), operation, changesText(changes)];
  return parts.flatMap(part => (part ? [printable(part)] : [])).join('  ');
}

function changesText(changes: TracedRequest['changes'] = []): string | undefined {
  const shown = changes.slice(0, maxShown).map(({change, collection, id}) => `${marks[change]}${collection} ${id}`);
  const more = changes.length > maxShown ? [`and ${changes.length - maxShown} more`] : [];
  return shown.length === 0 ? undefined : [...shown, ...more].join(', ');
}
