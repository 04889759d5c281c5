import type {Importer} from '../operations/kinds/kind.js';
import {resolveIn} from '../operations/kinds/write-rows.js';
import type {Fields} from '../schema/fields.js';
import {isMissing} from '../schema/items.js';
import type {Row} from '../store/order.js';
import type {BatchRecord, ImportBatch} from './import-batch.js';
import {referencesOf} from './parents.js';

/** Resolves a record's fields to row fields by the kind's own rules, and collects issues. */
export function resolveRecord(record: BatchRecord, batch: ImportBatch): Fields {
  const {kind, id, issues} = record;
  const {transaction} = batch;
  const before = transaction.rows(kind.name).get(id);
  const context = {transaction, lookup: batch, issues, row: undefined, imported: {id, before}};
  const resolved = resolveIn({...kind, references: referencesOf(kind)}, record.fields, context);
  kind.importer?.check?.(record, batch);
  return resolved;
}

/** Stores a record without issues: builds the row as a create would, then applies all of the record's fields. */
export function storeRecord(record: BatchRecord, fields: Fields, batch: ImportBatch): void {
  const {kind, id} = record;
  const {transaction} = batch;
  const {finish, keeps = []} = (kind.importer ?? {}) as Importer<Row>;
  const before = transaction.rows(kind.name).get(id) as (Row & Fields) | undefined;
  if (before !== undefined) {
    removeReplaced(record, batch);
  }
  const kept = before === undefined ? {} : Object.fromEntries(keeps.map(field => [field, before[field]]));
  const built = kind.build!(fields, {id, parents: fields as Readonly<Record<string, number>>, transaction});
  const whole = layOver(built, {...kept, ...fields});
  // Given fields override derived ones.
  const derived = kind.derive === undefined ? whole : layOver(kind.derive(whole), fields);
  const row = finish?.(derived) ?? derived;
  transaction.put(kind, row);
  batch.markStored(record);
  kind.stored?.(row, transaction, id => batch.isGiven(kind.name, id));
}

/** Overrides the row's fields with the given ones. */
function layOver(row: Row, fields: Fields): Row {
  const whole = {...row} as Row & Fields;
  for (const field of Object.keys(fields)) {
    if (field in row && fields[field] !== undefined) {
      (whole as Fields)[field] = fields[field];
    }
  }
  return whole;
}

/** An imported array replaces the existing records: those that it no longer lists are removed. */
function removeReplaced({kind, fields, id}: BatchRecord, batch: ImportBatch): void {
  const {transaction} = batch;
  for (const {array, to, field, replaces} of kind.importer?.nested ?? []) {
    if (replaces && !isMissing(fields[array])) {
      const rows = transaction.rows(to).where(field as 'id', id);
      for (const row of rows.toArray().filter(({id}) => !batch.isGiven(to, id))) {
        transaction.remove({name: to}, row.id);
      }
    }
  }
}
