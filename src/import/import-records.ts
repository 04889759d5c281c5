import type {Catalog} from '../operations/kinds/catalog.js';
import {Issues} from '../schema/issues.js';
import type {Transaction} from '../store/transaction.js';
import {finish, type Steps} from '../workload/steps.js';
import {addMissing} from './add-missing.js';
import {checkReplies} from './check-replies.js';
import {ImportBatch} from './import-batch.js';
import {replaceLocalNames} from './local-names.js';
import {fillInParents, idFieldsOf} from './parents.js';
import {readFields} from './read-fields.js';
import {readRecords} from './read-records.js';
import {isImportable, resolveRecord, storeRecord} from './store-record.js';

/** What an import did. */
export interface Imported {
  /** How many records of each kind came, those nested in others and those implied among them. */
  readonly counts: ReadonlyMap<string, number>;
  /** The ids of the records that had a local name. */
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Imports records that a tester gives, in the wire's own shapes, by the names of their kinds. Records that bring an id
 * that is taken replace the one that has it; all others are new. They go through the kinds' own rules, and what the
 * service would let pass is refused: a tester's own data are meant as they are written.
 * @param records as it came: nothing is known of it
 * @throws a 422 that names every issue by its path below `records`, one a line; the transaction is of no use then
 */
export const importRecords = (records: unknown, transaction: Transaction, catalog: Catalog): Imported =>
  finish(importInSteps(records, transaction, catalog));

/** The same, a record a step. */
export function* importInSteps(records: unknown, transaction: Transaction, {byName}: Catalog): Steps<Imported> {
  const issues = Issues.none(true);
  const batch = new ImportBatch(new Map([...byName].filter(([, kind]) => isImportable(kind))), transaction);
  yield* readRecords(records, batch, issues);
  for (const name of batch.kinds.keys()) {
    yield* batch.recordsOf(name).length > 0 ? transaction.prepareChildren(name) : [];
  }
  yield* addMissing(batch);
  yield* batch.handOutIds();
  for (const record of batch.all) {
    record.fields = replaceLocalNames(record.fields, idFieldsOf(record.kind), batch.named, record.issues);
    fillInParents(record);
    record.fields = readFields(record);
    yield;
  }
  for (const name of batch.kinds.keys()) {
    for (const record of batch.recordsOf(name)) {
      const said = resolveRecord(record, batch);
      if (!issues.hasRefused) {
        storeRecord(record, said, batch);
      }
      yield;
    }
  }
  for (const record of batch.all) {
    record.kind.importer?.complete?.(record, batch, () => issues.hasRefused);
    yield;
  }
  issues.throwIfRefused('\n');
  yield* checkReplies(batch);
  issues.throwIfRefused('\n');
  return {counts: countsOf(batch), ids: new Map(Array.from(batch.named, ([name, {id}]) => [name, id]))};
}

function countsOf(batch: ImportBatch): Map<string, number> {
  const counts = Array.from(batch.kinds.keys(), name => [name, batch.recordsOf(name).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
