import {changeKinds, type FoundDiff, type RecordDiff, type RecordFields, shownPair} from './find-diff.js';

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

export function dataDiffOf({total, lists, names, unlisted}: FoundDiff): DataDiff {
  const diff: Record<string, unknown> = {total, created: {}, changed: {}, deleted: {}};
  for (const {kind, collection, internal, pairs} of lists) {
    (diff[kind] as Record<string, object[]>)[collection] = pairs.map(pair => shownPair(pair, internal, collection));
  }
  return {...diff, names: Object.fromEntries(names), ...(unlisted > 0 && {unlisted})} as unknown as DataDiff;
}

/**
 * A diff as JSON, record by record, because a large one may not fit in one text.
 * @param head fields that precede those of the diff
 */
export function* writtenDiff(head: object, {total, lists, names, unlisted}: FoundDiff): Generator<string> {
  yield `${JSON.stringify({...head, total}).slice(0, -1)}`;
  for (const kind of changeKinds) {
    yield `,"${kind}":{`;
    let before = '';
    for (const {collection, internal, pairs} of lists.filter(list => list.kind === kind)) {
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
