import type {AccountState} from '../../accounts/account-state.js';
import type {Chunked} from '../../store/chunked.js';
import type {Row} from '../../store/order.js';
import {differences} from '../../store/records.js';

type RecordFields = Readonly<Record<string, unknown>>;

/** The changes of one record, by field. */
export interface RecordDiff<Fields = RecordFields> {
  readonly id: number;
  /** For a record that belongs to a constituent. */
  readonly constituent_id?: number;
  readonly fields: {readonly [name in keyof Fields]: {from: Fields[name] | null; to: Fields[name] | null}};
}

type ShownRow = Row & RecordFields;

/** A record before and after; undefined on one side if it was created or deleted. */
type RowPair = readonly [before: ShownRow | undefined, after: ShownRow | undefined];

/** The maximum number and size of listed records; further records are counted. */
export interface DiffBounds {
  readonly records: number;
  /** As JSON. The first record is always listed. */
  readonly characters: number;
}

interface RecordList {
  /** Fields that the sandbox does not show. */
  readonly internal: readonly string[];
  readonly pairs: RowPair[];
}

type ByKind<T> = Readonly<Record<'created' | 'changed' | 'deleted', T>>;

/** The records that differ between two states. It references rows but neither state, because each write creates one. */
export interface FoundDiff {
  readonly total: ByKind<number>;
  /** By collection. */
  readonly lists: ByKind<Map<string, RecordList>>;
  /** The number of records in the lists. */
  readonly listed: number;
  /** Names of the constituents that the listed records are or belong to, by id, so that readers need no lookup. */
  readonly names: ReadonlyMap<number, string>;
}

/** Compares two states. The cost depends on the number of changes, not on the number of records. */
export function* findDiff(before: AccountState, after: AccountState, bounds?: DiffBounds): Chunked<FoundDiff> {
  const total = {created: 0, changed: 0, deleted: 0};
  const lists = emptyLists();
  const names = new Map<number, string>();
  const size = {records: 0, characters: 0};
  for (const {collection, ...rows} of differences(before.records, after.records)) {
    const {internal = []} = after.records.collections.get(collection).spec;
    const pair = [rows.before, rows.after] as RowPair;
    const [old, row] = pair;
    if (isVisible(pair, internal)) {
      const kind = old === undefined ? 'created' : row === undefined ? 'deleted' : 'changed';
      total[kind] += 1;
      if (bounds === undefined || fits(() => JSON.stringify(shownPair(pair, internal, collection)), size, bounds)) {
        size.records += 1;
        const list = lists[kind].get(collection) ?? {internal, pairs: []};
        list.pairs.push(pair);
        lists[kind].set(collection, list);
        addName(personOf(collection, (row ?? old)!), [after, before], names);
      }
    }
    yield;
  }
  return {total, lists, listed: size.records, names};
}

const emptyLists = (): FoundDiff['lists'] => ({created: new Map(), changed: new Map(), deleted: new Map()});

/** @param size of the listed records so far; it grows if the record fits */
function fits(text: () => string, size: {records: number; characters: number}, bounds: DiffBounds): boolean {
  if (size.records >= bounds.records) {
    return false;
  }
  const {length} = text();
  const isFit = size.records === 0 || size.characters + length <= bounds.characters;
  size.characters += isFit ? length : 0;
  return isFit;
}

const people = 'constituents';

/** Returns the id of the constituent that a record is or belongs to. */
function personOf(collection: string, row: ShownRow): number | undefined {
  const {id, constituent_id: own, item_id: item, item_type: type} = row;
  const found = collection === people ? id : (own ?? (type === 'Constituent' ? item : undefined));
  return typeof found === 'number' ? found : undefined;
}

function addName(id: number | undefined, states: readonly AccountState[], names: Map<number, string>): void {
  if (id !== undefined && !names.has(id)) {
    const name = states
      .map(({records}) => (records.collections.get(people)?.get(id) as ShownRow | undefined)?.['sort_name'])
      .find(found => typeof found === 'string' && found !== '');
    if (name !== undefined) {
      names.set(id, name as string);
    }
  }
}

const areEqual = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));

function changedFields(before: ShownRow, after: ShownRow, internal: readonly string[]): string[] {
  const differs = (name: string) => !internal.includes(name) && !areEqual(before[name], after[name]);
  return Object.keys({...before, ...after}).filter(differs);
}

const isVisible = ([before, after]: RowPair, internal: readonly string[]): boolean =>
  before === undefined || after === undefined || changedFields(before, after, internal).length > 0;

/** Yields the records one by one, because there may be very many. */
export function* shownRecords(collection: string, {internal, pairs}: RecordList) {
  for (const pair of pairs) {
    yield shownPair(pair, internal, collection);
  }
}

/** A created or deleted record, or the changes of a changed one. */
function shownPair([before, after]: RowPair, internal: readonly string[], collection: string) {
  if (before === undefined || after === undefined) {
    const fields = Object.entries((after ?? before)!).filter(([field]) => !internal.includes(field));
    return Object.fromEntries(fields) as RecordFields;
  }
  const person = personOf(collection, after);
  const names = changedFields(before, after, internal);
  return {
    id: after.id,
    ...(person !== undefined && person !== after.id && {constituent_id: person}),
    fields: Object.fromEntries(names.map(name => [name, {from: before[name] ?? null, to: after[name] ?? null}])),
  } satisfies RecordDiff;
}

/** True if a record is among the listed ones. */
export const isListed = ({lists}: FoundDiff, collection: string, id: number): boolean =>
  Object.values(lists).some(list =>
    list.get(collection)?.pairs.some(([before, after]) => (before ?? after)!.id === id),
  );

/** The same diff with record counts only. */
export const withoutRecords = ({total}: FoundDiff): FoundDiff => ({
  total,
  lists: emptyLists(),
  listed: 0,
  names: new Map(),
});
