import type {AccountState} from '../accounts/account-state.js';
import {type Difference, differences} from '../store/differences.js';
import type {Row} from '../store/order.js';
import type {Schema} from '../store/schema.js';
import {adminOperation} from './admin-operation.js';
import {findSnapshot} from './snapshots.js';

type Fields = Readonly<Record<string, unknown>>;

/** What changed in one record, field by field. */
interface RecordDiff {
  readonly id: number;
  readonly fields: Record<string, {from: unknown; to: unknown}>;
}

export interface Diff {
  readonly from: string;
  readonly total: {created: number; changed: number; deleted: number};
  readonly created: Record<string, Fields[]>;
  readonly changed: Record<string, RecordDiff[]>;
  readonly deleted: Record<string, Fields[]>;
}

/** What became of the records between two states, by collection, without what the sandbox keeps for itself. */
function diff(from: string, before: AccountState, after: AccountState, schema: Schema): Diff {
  const internal = new Map(schema.specs.map(({name, internal = []}) => [name, new Set<string>(internal)]));
  const result: Diff = {from, total: {created: 0, changed: 0, deleted: 0}, created: {}, changed: {}, deleted: {}};
  for (const difference of differences(before.records, after.records)) {
    note(difference, internal.get(difference.collection)!, result);
  }
  return result;
}

function note({collection, before, after}: Difference, internal: ReadonlySet<string>, {total, ...result}: Diff): void {
  if (before === undefined || after === undefined) {
    const kind = before === undefined ? 'created' : 'deleted';
    total[kind] += 1;
    push(result[kind], collection, visible((before ?? after)!, internal));
    return;
  }
  const fields = changedFields(visible(before, internal), visible(after, internal));
  if (Object.keys(fields).length > 0) {
    total.changed += 1;
    push(result.changed, collection, {id: after.id, fields});
  }
}

function push<T>(lists: Record<string, T[]>, name: string, item: T): void {
  lists[name] ??= [];
  lists[name].push(item);
}

const visible = (row: Row, internal: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !internal.has(field)));

function changedFields(before: Fields, after: Fields): RecordDiff['fields'] {
  const names = Object.keys({...before, ...after});
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map(name => [name, {from: before[name] ?? null, to: after[name] ?? null}]));
}

export const showDiff = adminOperation({
  id: 'showDiff',
  method: 'GET',
  path: '/_sandbox/diff',
  summary: 'What was created, changed and deleted since a snapshot, or since the baseline',
  query: ['from'],
  handle: ({account, query: {from = 'baseline'}}) => {
    const before = from === 'baseline' ? account.baseline : findSnapshot(account, from);
    return diff(from, before, account.state, account.schema);
  },
});
