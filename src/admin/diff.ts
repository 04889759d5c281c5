import type {AccountState} from '../accounts/account-state.js';
import {differences} from '../store/differences.js';
import type {Row} from '../store/order.js';
import type {Schema} from '../store/schema.js';
import {inPieces} from '../workload/pieces.js';
import {finishInTurns, type Steps} from '../workload/steps.js';
import {type AdminContext, adminOperation} from './admin-operation.js';
import {DiffNames, personOf} from './diff-names.js';
import {findSnapshot} from './snapshots.js';

type Fields = Readonly<Record<string, unknown>>;

/** What changed in one record, field by field. */
interface RecordDiff {
  readonly id: number;
  /** Of a record that goes with a constituent. */
  readonly constituent_id?: number;
  readonly fields: Record<string, {from: unknown; to: unknown}>;
}

export interface Diff {
  readonly from: string;
  readonly total: {created: number; changed: number; deleted: number};
  readonly created: Record<string, Fields[]>;
  readonly changed: Record<string, RecordDiff[]>;
  readonly deleted: Record<string, Fields[]>;
  /** Of the constituents that these records are or go with, by id: `Lovelace, Ada`. */
  readonly names: Record<string, string>;
}

const kinds = ['created', 'changed', 'deleted'] as const;

/** A record as it was and as it is: of two rows, the references alone. */
type Pair = readonly [before: Row | undefined, after: Row | undefined];

type ByCollection = ReadonlyMap<string, readonly Pair[]>;

/** What became of the records between two states: what a diff is written from, much smaller than that. */
interface Found {
  readonly from: string;
  readonly lists: Readonly<Record<(typeof kinds)[number], ByCollection>>;
  /** By collection, the fields that the sandbox keeps for itself. */
  readonly internal: ReadonlyMap<string, ReadonlySet<string>>;
  readonly names: DiffNames;
}

function* find(from: string, before: AccountState, after: AccountState, schema: Schema): Steps<Found> {
  const internal = new Map(schema.specs.map(({name, internal = []}) => [name, new Set<string>(internal)]));
  const lists = {
    created: new Map<string, Pair[]>(),
    changed: new Map<string, Pair[]>(),
    deleted: new Map<string, Pair[]>(),
  };
  const names = new DiffNames(after, before);
  for (const {collection, before: old, after: row} of differences(before.records, after.records)) {
    const kind = old === undefined ? 'created' : row === undefined ? 'deleted' : 'changed';
    if (kind !== 'changed' || Object.keys(changedFields([old, row], internal.get(collection)!)).length > 0) {
      const pairs = lists[kind].get(collection) ?? [];
      lists[kind].set(collection, pairs);
      pairs.push([old, row]);
      names.add(collection, (row ?? old)!);
    }
    yield;
  }
  return {from, lists, internal, names};
}

const visible = (row: Row, internal: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !internal.has(field)));

function changedFields([before, after]: Pair, internal: ReadonlySet<string>): RecordDiff['fields'] {
  const [old, row] = [visible(before!, internal), visible(after!, internal)];
  const names = Object.keys({...old, ...row});
  const changed = names.filter(name => JSON.stringify(old[name]) !== JSON.stringify(row[name]));
  return Object.fromEntries(changed.map(name => [name, {from: old[name] ?? null, to: row[name] ?? null}]));
}

function shown(pair: Pair, internal: ReadonlySet<string>, collection: string): Fields {
  const [before, after] = pair;
  const person = after && personOf(collection, after as Row & Fields);
  return before !== undefined && after !== undefined
    ? {
        id: after.id,
        ...(person !== undefined && person !== after.id && {constituent_id: person}),
        fields: changedFields(pair, internal),
      }
    : visible((after ?? before)!, internal);
}

function totalOf({lists}: Found): Diff['total'] {
  const count = (kind: (typeof kinds)[number]) =>
    [...lists[kind].values()].reduce((sum, pairs) => sum + pairs.length, 0);
  return {created: count('created'), changed: count('changed'), deleted: count('deleted')};
}

/** A diff as JSON, record by record: all of a large one would be no text any more. */
function* written(found: Found): Generator<string> {
  const {from, lists, internal} = found;
  yield `{"from":${JSON.stringify(from)},"total":${JSON.stringify(totalOf(found))}`;
  for (const kind of kinds) {
    yield `,"${kind}":{`;
    let before = '';
    for (const [collection, pairs] of lists[kind]) {
      yield `${before}"${collection}":[`;
      for (const [place, pair] of pairs.entries()) {
        yield `${place === 0 ? '' : ','}${JSON.stringify(shown(pair, internal.get(collection)!, collection))}`;
      }
      yield ']';
      before = ',';
    }
    yield '}';
  }
  yield ',"names":{';
  let comma = '';
  for (const [id, name] of found.names.all) {
    yield `${comma}"${id}":${JSON.stringify(name)}`;
    comma = ',';
  }
  yield '}}';
}

function findDiff({account}: Pick<AdminContext, 'account'>, from = 'baseline'): Promise<Found> {
  const before = from === 'baseline' ? account.baseline : findSnapshot(account, from);
  return finishInTurns(find(from, before, account.state, account.schema));
}

/**
 * What became of the records of an account since a snapshot, or since the baseline: by collection, without what the
 * sandbox keeps for itself.
 */
export async function diffOf(context: Pick<AdminContext, 'account'>, from?: string): Promise<Diff> {
  return described(await findDiff(context, from));
}

/** The same between any two states. */
export const diffBetween = async (
  from: string,
  before: AccountState,
  after: AccountState,
  schema: Schema,
): Promise<Diff> => described(await finishInTurns(find(from, before, after, schema)));

function described(found: Found): Diff {
  const list = (kind: (typeof kinds)[number]) =>
    Object.fromEntries(
      Array.from(found.lists[kind], ([name, pairs]) => [
        name,
        pairs.map(pair => shown(pair, found.internal.get(name)!, name)),
      ]),
    );
  const lists = Object.fromEntries(kinds.map(kind => [kind, list(kind)]));
  const diff = {from: found.from, total: totalOf(found), ...lists, names: Object.fromEntries(found.names.all)};
  return diff as unknown as Diff;
}

export const showDiff = adminOperation({
  id: 'showDiff',
  method: 'GET',
  path: '/_sandbox/diff',
  summary: 'What was created, changed and deleted since a snapshot, or since the baseline',
  query: ['from'],
  handle: async ({account, query: {from}}) => inPieces(written(await findDiff({account}, from))),
});
