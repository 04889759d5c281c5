import type {Catalog} from '../operations/kinds/catalog.js';
import type {Kind} from '../operations/kinds/kind.js';
import {nameFieldOf, nameIn} from '../operations/kinds/references.js';
import {idIn} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {isName, isObject} from '../schema/items.js';
import {pause, runInTurns} from '../store/chunked.js';
import {type Records, recordsFrom} from '../store/records.js';
import type {Transaction} from '../store/transaction.js';
import {type BatchRecord, ImportBatch} from './import-batch.js';
import {fillInParents, idFieldsOf, replaceLocalNames} from './parents.js';
import {readFields, wordIssue} from './read-fields.js';
import {readRecords} from './read-records.js';
import {resolveRecord, storeRecord} from './store-record.js';

export interface Imported {
  /** Number of records by kind, including nested and implied ones. */
  readonly counts: ReadonlyMap<string, number>;
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Imports a tester's records in the wire format, by kind. A record with an existing id replaces that record; all others
 * are new. The kinds' own rules apply, and anything that the service would ignore is rejected, because a tester's data
 * is meant as written.
 * @param records unvalidated input
 * @param issues strict; for a caller that needs each issue as a value
 * @throws a 422 that names every issue by its path below `records`, one per line; discard the transaction then
 */
export async function importRecords(
  records: unknown,
  transaction: Transaction,
  {byName}: Catalog,
  issues = Issues.none(true),
): Promise<Imported> {
  const isImportable = ([, {output}]: readonly [string, Kind]) => output !== undefined; // other kinds are only counted
  const batch = new ImportBatch(new Map([...byName].filter(isImportable)), transaction);
  await readRecords(records, batch, issues);
  for (const name of batch.counts.keys()) {
    for (const building of transaction.missingIndexes(name)) {
      await runInTurns(building);
    }
  }
  await forEach(batch.all, record => addMissing(record, batch));
  await forEach(batch.all, record => batch.assignId(record));
  await forEach(batch.all, record => {
    record.fields = replaceLocalNames(record.fields, idFieldsOf(record.kind), batch.named, record.issues);
    fillInParents(record);
    record.fields = readFields(record);
  });
  for (const name of batch.kinds.keys()) {
    await forEach(batch.recordsOf(name), record => {
      const fields = resolveRecord(record, batch);
      if (!issues.hasRefused) {
        storeRecord(record, fields, batch);
      }
    });
  }
  await forEach(batch.all, record => record.kind.importer?.complete?.(record, batch, () => issues.hasRefused));
  issues.throwIfRefused('\n');
  await forEach(batch.all, record => checkReply(record, transaction));
  issues.throwIfRefused('\n');
  return {counts: batch.counts, ids: new Map(Array.from(batch.named, ([name, {id}]) => [name, id]))};
}

/** Pauses between records, so that other requests are served. The work may add records. */
async function forEach(records: readonly BatchRecord[], work: (record: BatchRecord) => void): Promise<void> {
  for (const record of records) {
    work(record);
    await pause();
  }
}

/** Adds records that a record describes in full: responses include the names of referenced records. */
function addMissing(record: BatchRecord, batch: ImportBatch): void {
  const {kind, fields, issues} = record;
  for (const reference of kind.references ?? []) {
    const id = idIn(fields[reference.id]);
    const name: unknown = nameIn(reference, fields);
    if (id !== undefined && isName(name) && batch.get(reference.to, id) === undefined) {
      const more = kind.importer?.fieldsOfMissing?.(reference.to, fields);
      batch.add(reference.to, {...more, id, [nameFieldOf(reference)]: name}, issues);
    }
  }
  kind.importer?.addMissing?.(record, batch);
}

/** Renders a record's response, because a record without a valid response is an issue. */
function checkReply({kind, id, issues}: BatchRecord, transaction: Transaction): void {
  const row = transaction.rows(kind.name).get(id);
  const {output, present} = kind.detail ?? kind;
  const parsed = row && output!.safeParse(present!(row, transaction), {error: wordIssue});
  for (const {path, message} of parsed?.error?.issues ?? []) {
    const steps = path as Array<string | number>;
    const field = steps.at(-1);
    if (field !== undefined) {
      steps
        .slice(0, -1)
        .reduce((at, step) => at.at(step), issues)
        .refuse(field, message);
    }
  }
}

/**
 * The account's records without those that an import replaces: lookup lists not named in `records` remain, with their
 * dependents. Everything else is removed, and its ids restart.
 * @param records unvalidated input; `importRecords` reports its issues
 */
export function recordsToReplace(records: unknown, before: Records, {kinds, schema}: Catalog): Records {
  // Constituents and all their dependents, including kinds that are only counted. The other kinds are lookup lists.
  const counted = kinds.filter(({output}) => output === undefined).map(({name}) => name);
  const emptied = new Set(['constituents', ...counted, ...(isObject(records) ? Object.keys(records) : [])]);
  // The set grows during the loop: an emptied child may have children.
  for (const name of emptied) {
    for (const {spec} of schema.childrenOf(name)) {
      emptied.add(spec.name);
    }
  }
  const empty = recordsFrom(schema);
  const isEmptied = ([name]: readonly [name: string, value: unknown]) => emptied.has(name);
  return {
    collections: before.collections.with([...empty.collections].filter(isEmptied)),
    nextIds: before.nextIds.with([...empty.nextIds].filter(isEmptied)),
  };
}
