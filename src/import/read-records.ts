import type {Kind} from '../operations/kinds/kind.js';
import {quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing, isObject} from '../schema/items.js';
import {pause} from '../store/chunked.js';
import type {BatchRecord, ImportBatch, JsonObject} from './import-batch.js';
import {knownFieldsOf, nestedArraysOf, refuseUnknownFields} from './known-fields.js';

/** Reads lists of records by kind into a batch; each nested record becomes a separate record. */
export async function readRecords(records: unknown, batch: ImportBatch, issues: Issues): Promise<void> {
  if (!isObject(records)) {
    issues.refuse('records', records === undefined ? 'is required' : `must be an object, got ${quote(records)}`);
    return;
  }
  const at = issues.at('records');
  for (const [name, list] of Object.entries(records)) {
    const kind = batch.kinds.get(name);
    if (kind === undefined) {
      const names = [...batch.kinds.keys()];
      at.refuse(name, `unknown list of records; give any of ${names.join(', ')}`, 'unknown-field', names);
    } else if (list === null) {
      at.refuse(name, 'must be an array, got null');
    } else {
      await readList(kind, list, batch, at);
    }
  }
}

async function readList(kind: Kind, list: unknown, batch: ImportBatch, issues: Issues): Promise<void> {
  const at = issues.at(kind.name);
  if (!Array.isArray(list)) {
    objectsIn(list, kind.name, issues); // adds the issue
    return;
  }
  for (const [place, value] of list.entries()) {
    for (const item of objectsAt(value, place, at)) {
      addWithNested(kind, item, batch);
    }
    await pause();
  }
}

function addWithNested(kind: Kind, item: JsonObject, batch: ImportBatch, owner?: BatchRecord['owner']): void {
  refuseUnknownFields(item.fields, knownFieldsOf(kind), nestedArraysOf(kind), item.issues);
  const record = batch.addRecord(kind, item, owner);
  for (const {array, to, field, prefersFirst} of kind.importer?.nested ?? []) {
    const items = objectsIn(item.fields[array], array, item.issues);
    if (prefersFirst && items[0] !== undefined && items.every(({fields}) => isMissing(fields.is_preferred))) {
      items[0].fields.is_preferred = true;
    }
    for (const inner of items) {
      addWithNested(batch.kinds.get(to)!, inner, batch, {record, field});
    }
  }
}

/** Copies the objects of an array; empty if it is missing. Anything but an array of objects is an issue. */
function objectsIn(value: unknown, field: string, issues: Issues): JsonObject[] {
  if (isMissing(value)) {
    return [];
  }
  if (!Array.isArray(value)) {
    issues.refuse(field, `must be an array, got ${quote(value)}`);
    return [];
  }
  const at = issues.at(field);
  return value.flatMap((item: unknown, index) => objectsAt(item, index, at));
}

/** Copies the element if it is an object. */
function objectsAt(item: unknown, index: number, issues: Issues): JsonObject[] {
  if (isObject(item)) {
    return [{fields: {...item}, issues: issues.at(index)}];
  }
  issues.refuse(index, `must be an object, got ${quote(item)}`);
  return [];
}
