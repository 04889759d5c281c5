import {jsonPieces} from '../json-pieces.js';
import {
  changeKinds,
  type FoundDiff,
  type RecordDiff,
  type RecordFields,
  type RecordList,
  shownPair,
} from './find-diff.js';

/** The changed records of an account, by collection, without internal fields. */
export interface DataDiff {
  readonly total: {created: number; changed: number; deleted: number};
  readonly created: Record<string, RecordFields[]>;
  readonly changed: Record<string, RecordDiff[]>;
  readonly deleted: Record<string, RecordFields[]>;
  /** The constituents that these records are or belong to, by id: `Lovelace, Ada`. */
  readonly names: Record<string, string>;
  /** The number of records of the total that are not listed; omitted if all are. */
  readonly unlisted?: number;
}

/** The records are shown while they are iterated over: there may be a great many. */
function* recordsOf({collection, internal, pairs}: RecordList) {
  for (const pair of pairs) {
    yield shownPair(pair, internal, collection);
  }
}

/** @param show makes the value for a collection of its records */
function partsOf({total, lists, names, unlisted}: FoundDiff, show: (records: Iterable<object>) => unknown) {
  const ofKind = (kind: RecordList['kind']) =>
    Object.fromEntries(lists.filter(list => list.kind === kind).map(list => [list.collection, show(recordsOf(list))]));
  const byKind = Object.fromEntries(changeKinds.map(kind => [kind, ofKind(kind)]));
  return {total, ...byKind, names, ...(unlisted > 0 && {unlisted})};
}

export const dataDiffOf = (found: FoundDiff): DataDiff =>
  ({...partsOf(found, records => [...records]), names: Object.fromEntries(found.names)}) as unknown as DataDiff;

/** @param head fields that precede those of the diff */
export const writtenDiff = (head: object, found: FoundDiff): Generator<string> =>
  jsonPieces({...head, ...partsOf(found, records => records)});
