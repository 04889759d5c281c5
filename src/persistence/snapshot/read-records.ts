import {timestamp} from '../../accounts/clock.js';
import {type Fields, largestId} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {pause, runInTurns} from '../../store/chunked.js';
import type {Row} from '../../store/order.js';
import {type Records, recordsInChunks} from '../../store/records.js';
import type {Schema} from '../../store/schema.js';
import {Transaction} from '../../store/transaction.js';
import type {Head} from './document-head.js';
import {assertAt, wrongAt} from './snapshot-error.js';
import {verifyRows, workOutRows} from './verify-rows.js';

/**
 * The records of a document. It checks that there is exactly one list for each collection, that each row has a unique
 * id and is valid, and that no next id is already in use.
 */
export async function readRecords(
  {records: lists, nextIds, clock}: Omit<Head, 'seed'>,
  schema: Schema,
): Promise<Records> {
  checkNames('records', lists, schema);
  checkNames('next_ids', nextIds, schema);
  const rows = new Map<string, readonly Row[]>();
  const taken = new Map<string, number>();
  for (const {name} of schema.specs) {
    rows.set(name, await readList(`records.${name}`, lists[name]));
    taken.set(name, readInteger(`next_ids.${name}`, nextIds[name]));
  }
  const records = await runInTurns(recordsInChunks(schema, rows, taken));
  for (const [name, least] of records.nextIds) {
    assertAt(`next_ids.${name}`, least === taken.get(name), `must be ${least} at the least: the ids below are taken`);
  }
  const transaction = new Transaction(schema, records, () => timestamp(clock));
  await verifyRows(rows, schema, transaction, (name, row) => `records.${name}[${rows.get(name)!.indexOf(row)}]`);
  await workOutRows(rows, schema, transaction);
  return transaction.result();
}

function checkNames(path: string, given: Fields, {specs}: Schema): void {
  const missing = specs.find(({name}) => !Object.hasOwn(given, name));
  assertAt(`${path}.${missing?.name}`, missing === undefined, 'is missing');
  const unknown = Object.keys(given).find(name => specs.every(spec => spec.name !== name));
  assertAt(`${path}.${unknown}`, unknown === undefined, 'is not a collection of this sandbox; remove it');
}

async function readList(path: string, list: unknown): Promise<readonly Row[]> {
  assertAt(path, Array.isArray(list), 'must be an array of rows');
  const places = new Map<number, number>();
  for (const [place, row] of list.entries()) {
    if (!isObject(row)) {
      throw wrongAt(`${path}[${place}]`, 'must be an object: a row');
    }
    const id = readInteger(`${path}[${place}].id`, row.id);
    if (id > largestId) {
      throw wrongAt(`${path}[${place}].id`, `is ${id}; ${largestId} is the largest`);
    }
    const other = places.get(id);
    if (other !== undefined) {
      throw wrongAt(`${path}[${place}].id`, `is ${id}, which is the id of ${path}[${other}] already`);
    }
    places.set(id, place);
    await pause();
  }
  return list;
}

function readInteger(path: string, value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) {
    throw wrongAt(path, value === undefined ? 'is missing' : 'must be an integer, 0 or more');
  }
  return value as number;
}
