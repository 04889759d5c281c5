import type {Catalog} from '../operations/kinds/catalog.js';
import {Issues} from '../schema/issues.js';
import {pause, runInTurns} from '../store/chunked.js';
import type {Transaction} from '../store/transaction.js';
import {addMissing} from './add-missing.js';
import {checkReplies} from './check-replies.js';
import {ImportBatch} from './import-batch.js';
import {replaceLocalNames} from './local-names.js';
import {fillInParents, idFieldsOf} from './parents.js';
import {readFields} from './read-fields.js';
import {readRecords} from './read-records.js';
import {isImportable, resolveRecord, storeRecord} from './store-record.js';

export interface Imported {
  /** Number of records by kind, including nested and implied ones. */
  readonly counts: ReadonlyMap<string, number>;
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Imports a tester's records in the wire format, by kind. A record whose id exists replaces that one; all others are
 * new. The kinds' own rules apply, and anything that the service would ignore is rejected: a tester's data are meant as
 * written.
 * @param records unvalidated input
 * @throws a 422 that names every issue by its path below `records`, one per line; discard the transaction then
 */
export async function importRecords(records: unknown, transaction: Transaction, {byName}: Catalog): Promise<Imported> {
  const issues = Issues.none(true);
  const batch = new ImportBatch(new Map([...byName].filter(([, kind]) => isImportable(kind))), transaction);
  await readRecords(records, batch, issues);
  for (const name of batch.kinds.keys()) {
    if (batch.recordsOf(name).length > 0) {
      for (const building of transaction.missingIndexes(name)) {
        await runInTurns(building);
      }
    }
  }
  await addMissing(batch);
  await batch.handOutIds();
  for (const record of batch.all) {
    record.fields = replaceLocalNames(record.fields, idFieldsOf(record.kind), batch.named, record.issues);
    fillInParents(record);
    record.fields = readFields(record);
    await pause();
  }
  for (const name of batch.kinds.keys()) {
    for (const record of batch.recordsOf(name)) {
      const said = resolveRecord(record, batch);
      if (!issues.hasRefused) {
        storeRecord(record, said, batch);
      }
      await pause();
    }
  }
  for (const record of batch.all) {
    record.kind.importer?.complete?.(record, batch, () => issues.hasRefused);
    await pause();
  }
  issues.throwIfRefused('\n');
  await checkReplies(batch);
  issues.throwIfRefused('\n');
  return {counts: countsOf(batch), ids: new Map(Array.from(batch.named, ([name, {id}]) => [name, id]))};
}

function countsOf(batch: ImportBatch): Map<string, number> {
  const counts = Array.from(batch.kinds.keys(), name => [name, batch.recordsOf(name).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
