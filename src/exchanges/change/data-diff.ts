import type {CollectionName, CollectionRows} from '../../schema/catalog-names.js';
import {jsonPieces} from '../json-pieces.js';
import {type FoundDiff, type RecordDiff, shownRecords} from './find-diff.js';

/** The changed records of an account. Collections without changes are omitted. */
export interface DataDiff {
  readonly total: {created: number; changed: number; deleted: number};
  readonly created: {readonly [name in CollectionName]: Array<CollectionRows[name]>};
  readonly changed: {readonly [name in CollectionName]: Array<RecordDiff<CollectionRows[name]>>};
  readonly deleted: {readonly [name in CollectionName]: Array<CollectionRows[name]>};
  /** The constituents that these records are or belong to, by id: `Lovelace, Ada`. */
  readonly names: Record<string, string>;
  /** The number of changed records that are not listed; omitted if all are. */
  readonly unlisted?: number;
}

/** @param show converts the records of a collection */
function partsOf({total, lists, names, listed}: FoundDiff, show: (records: Iterable<object>) => unknown) {
  const [created, changed, deleted] = [lists.created, lists.changed, lists.deleted].map(byCollection =>
    Object.fromEntries(Array.from(byCollection, ([name, list]) => [name, show(shownRecords(name, list))])),
  );
  const unlisted = total.created + total.changed + total.deleted - listed;
  return {total, created, changed, deleted, names, ...(unlisted > 0 && {unlisted})};
}

export const dataDiffOf = (found: FoundDiff): DataDiff =>
  ({...partsOf(found, records => [...records]), names: Object.fromEntries(found.names)}) as DataDiff;

/** @param head fields that precede those of the diff */
export const writtenDiff = (head: object, found: FoundDiff): Generator<string> =>
  jsonPieces({...head, ...partsOf(found, records => records)});
