import type {Fields} from '../schema/fields.js';
import type {Row} from '../store/order.js';
import {isMissing} from './items.js';
import type {Given, Loading} from './kind.js';
import {readFields} from './read-fields.js';
import {followReferences} from './references.js';

/** What a record says, in the terms of its row; what is wrong with it goes to its issues. */
export function interpretRecord(given: Given, loading: Loading): Fields {
  const read = readFields(given);
  const followed = followReferences(given, read, loading);
  return {...read, ...followed, ...given.kind.interpret?.(given, loading)};
}

/** Stores a record that has no issue: a new row as a create would make it, and over it all that the record says. */
export function storeRecord(given: Given, said: Fields, loading: Loading): void {
  const {kind, id} = given;
  const {transaction} = loading;
  const before = transaction.rows(kind.name).get(id);
  if (before !== undefined) {
    removeReplaced(given, loading);
  }
  const built = kind.build(said, {id, parents: said as Readonly<Record<string, number>>, transaction});
  const kept = before === undefined ? {} : unseenOf(before, kind.unseen);
  const whole = layOver(built, {...kept, ...said});
  // What a record says wins over what follows from other fields of it.
  const derived = kind.derive === undefined ? whole : layOver(kind.derive(whole), said);
  const row = kind.finish?.(derived) ?? derived;
  transaction.put(kind.spec, row);
  given.isStored = true;
  kind.stored?.(row, loading);
}

const unseenOf = (row: Row, fields: readonly string[]): Fields =>
  Object.fromEntries(fields.map(field => [field, (row as object as Fields)[field]]));

/** The fields that a row has, as they were said. */
function layOver(row: Row, said: Fields): Row {
  const whole = {...row} as object as Fields;
  for (const field of Object.keys(said)) {
    if (field in row && said[field] !== undefined) {
      whole[field] = said[field];
    }
  }
  return whole as object as Row;
}

/** An array of records replaces the one before: those that it no longer has go. */
function removeReplaced({kind, fields, id}: Given, loading: Loading): void {
  const {transaction} = loading;
  for (const {array, to, field, replaces} of kind.nested) {
    if (replaces && !isMissing(fields[array])) {
      const rows = transaction.rows(to).where(field as 'id', id);
      for (const row of rows.toArray()) {
        if (!loading.isGiven(to, row.id)) {
          transaction.remove({name: to}, row.id);
        }
      }
    }
  }
}
