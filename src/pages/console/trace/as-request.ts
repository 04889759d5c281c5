import type {TracedEvent, TracedRequest} from '../../../exchanges/trace/format.js';
import type {Request} from '../state/feed.js';
import {describeControl} from './open-trace.js';

const signs = {created: '+', changed: '~', deleted: '−'} as const;

/** Converts an event of a trace to a row of the list. Admin operations have the method `ADMIN`. */
export function asRequest(event: TracedEvent): Request {
  const common = {
    seq: event.n,
    at: event.at ?? '',
    received_at: '',
    account: event.account,
    ms: 0,
    caller: null,
    mark: null,
    refusal: null,
    fault: null,
    ignored: 0,
  };
  if (event.type === 'control') {
    return {...common, method: 'ADMIN', url: describeControl(event), operation: null, status: 200, changed: false};
  }
  const {method, url, operation = null, status, caller = null} = event;
  const wrote = wroteIn(event);
  return {...common, method, url, operation, status, caller, changed: wrote !== '', wrote};
}

function wroteIn({changes = [], changed = 0}: TracedRequest): string {
  if (changes.length === 0) {
    return changed > 0 ? `${changed} records` : '';
  }
  const [first] = changes;
  const more = Math.max(changed, changes.length) - 1;
  return `${signs[first!.change]}${first!.collection} ${first!.id}${more > 0 ? ` and ${more} more` : ''}`;
}

/** True if an event matches the filters, which have the same names as in a sandbox's list. */
export function fits(event: TracedEvent, row: Request, filters: URLSearchParams): boolean {
  return [...filters].every(([name, value]) => {
    switch (name) {
      case 'status':
        return /^\dxx$/i.test(value) ? String(row.status)[0] === value[0] : String(row.status) === value;
      case 'changed':
        return String(row.changed) === value;
      case 'method':
        return row.method === value.toUpperCase();
      case 'operation':
        return row.operation?.startsWith(value) ?? false;
      case 'unmatched':
        return String(row.operation === null && row.status >= 400) === value;
      case 'account':
      case 'caller':
        return (row[name] ?? '').startsWith(value);
      case 'path':
        return row.url.startsWith(value.replace(/\*$/, ''));
      default:
        return JSON.stringify(event).toLowerCase().includes(value.toLowerCase());
    }
  });
}
