import type {Entry} from '../../exchanges/journal/entry.js';
import {differences} from '../../store/differences.js';
import type {Row} from '../../store/order.js';
import type {Schema} from '../../store/schema.js';

/** What a record shows. */
type VerifiedRecord = Readonly<Record<string, unknown>>;

/** What one request did to the records, by collection. */
export interface VerifiedChange {
  readonly created: Readonly<Record<string, readonly VerifiedRecord[]>>;
  readonly changed: Readonly<
    Record<string, ReadonlyArray<{id: number; fields: Record<string, {from: unknown; to: unknown}>}>>
  >;
  readonly deleted: Readonly<Record<string, readonly VerifiedRecord[]>>;
}

/** Records of one change. */
const most = 100;

/** What an exchange changed: the one place that says it here. @returns null where nobody can tell any more */
export function changeOf({states}: Entry, schema: Schema): VerifiedChange | null {
  if (states === undefined) {
    return null;
  }
  const change = {created: {}, changed: {}, deleted: {}} as Record<keyof VerifiedChange, Record<string, unknown[]>>;
  let count = 0;
  for (const {collection, before, after} of differences(states.before.records, states.after.records)) {
    const internal = new Set<string>(schema.specs.find(({name}) => name === collection)?.internal ?? []);
    const [old, row] = [before && visible(before, internal), after && visible(after, internal)];
    const kind = old === undefined ? 'created' : row === undefined ? 'deleted' : 'changed';
    const told =
      old !== undefined && row !== undefined ? {id: after!.id, fields: changedFields(old, row)} : (row ?? old);
    change[kind][collection] = [...(change[kind][collection] ?? []), told];
    count += 1;
    if (count >= most) {
      break;
    }
  }
  return change as unknown as VerifiedChange;
}

const visible = (row: Row, internal: ReadonlySet<string>): VerifiedRecord =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !internal.has(field)));

function changedFields(before: VerifiedRecord, after: VerifiedRecord): Record<string, {from: unknown; to: unknown}> {
  const names = Object.keys({...before, ...after});
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map(name => [name, {from: before[name] ?? null, to: after[name] ?? null}]));
}
