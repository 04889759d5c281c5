import {type FoundDiff, type Kind, kinds} from './find-diff.js';
import {type Fields, type RecordDiff, shownPair} from './record-diff.js';

/** What became of the records of an account, by collection, without what the sandbox keeps for itself. */
export interface DataDiff {
  readonly total: {created: number; changed: number; deleted: number};
  readonly created: Record<string, Fields[]>;
  readonly changed: Record<string, RecordDiff[]>;
  readonly deleted: Record<string, Fields[]>;
  /** Of the constituents that these records are or go with, by id: `Lovelace, Ada`. */
  readonly names: Record<string, string>;
  /** How many records of the total are not listed, because they are too many; left out where all are. */
  readonly unlisted?: number;
}

/** A diff that was found, as it is shown. */
export function dataDiffOf({total, lists, names, unlisted}: FoundDiff): DataDiff {
  const listOf = (kind: Kind) =>
    Object.fromEntries(
      lists[kind].map(({collection, internal, pairs}) => [
        collection,
        pairs.map(pair => shownPair(pair, internal, collection)),
      ]),
    );
  const [created, changed, deleted] = kinds.map(listOf);
  const diff = {total, created, changed, deleted, names: Object.fromEntries(names), ...(unlisted > 0 && {unlisted})};
  return diff as unknown as DataDiff;
}

/**
 * A diff as JSON, record by record: all of a large one would be no text any more.
 * @param head fields that stand before those of the diff
 */
export function* writtenDiff(head: object, {total, lists, names, unlisted}: FoundDiff): Generator<string> {
  yield `${JSON.stringify({...head, total}).slice(0, -1)}`;
  for (const kind of kinds) {
    yield `,"${kind}":{`;
    let before = '';
    for (const {collection, internal, pairs} of lists[kind]) {
      yield `${before}"${collection}":[`;
      for (const [place, pair] of pairs.entries()) {
        yield `${place === 0 ? '' : ','}${JSON.stringify(shownPair(pair, internal, collection))}`;
      }
      yield ']';
      before = ',';
    }
    yield '}';
  }
  yield ',"names":{';
  let comma = '';
  for (const [id, name] of names) {
    yield `${comma}"${id}":${JSON.stringify(name)}`;
    comma = ',';
  }
  yield unlisted > 0 ? `},"unlisted":${unlisted}}` : '}}';
}
