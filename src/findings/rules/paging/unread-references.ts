import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Reference} from '../../../operations/kinds/references.js';
import type {Operation} from '../../../operations/operation.js';
import {memoizeWeakly} from '../../../store/caching.js';
import {rowsOf} from '../../fields/reply-body.js';
import type {PageWalk} from '../../memory/pages-read.js';
import type {Session} from '../../session.js';

/** The kind of record in a list or search: the last meaningful segment of its path. */
export const kindOfList = memoizeWeakly(({path}: Operation): string => {
  const steps = path.split('/').filter(step => step !== 'search' && !step.startsWith('{'));
  return steps.at(-1)!;
});

/** The references in a body for the kind that its path writes. */
function referencesOf({path}: Operation, {catalog}: Session): readonly Reference[] {
  const steps = path.split('/').filter(step => !step.startsWith('{'));
  return catalog.byName.get(steps.at(-1)!)?.references ?? [];
}

const remember = (): Set<PageWalk> => new Set();

/** The id of the record that a body refers to. */
function named(reference: Reference, body: Readonly<Record<string, unknown>>, exchange: FullExchange) {
  const id = body[reference.id];
  if (typeof id === 'number') {
    return id;
  }
  const name = reference.name === undefined ? undefined : body[reference.name];
  if (typeof name !== 'string') {
    return undefined;
  }
  const rows = rowsOf(exchange.before, reference.to);
  const fields = reference.by ?? ['name'];
  return rows.find(row => fields.some(field => row[field] === name))?.id;
}

/** Tracks lists of which only the first page was read, and a write that refers to a record of a later page. */
export function unreadReferences(exchange: FullExchange, session: Session): void {
  const {operation, body, status, before} = exchange;
  if (status !== 200 || typeof body !== 'object' || body === null || before === undefined) {
    return;
  }
  for (const walk of session.pages.walks.values()) {
    const reference =
      walk.hasMore && walk.pages === 1
        ? referencesOf(operation!, session).find(({to}) => to === kindOfList(walk.first.operation))
        : undefined;
    const id = reference && named(reference, body as Readonly<Record<string, unknown>>, exchange);
    if (id !== undefined && walk.last.ids()?.has(id) === false) {
      session.memory(remember).add(walk);
    }
  }
}

unreadReferences.remember = remember;
