import {nameFieldOf, nameIn} from '../operations/kinds/references.js';
import {idIn, isName} from '../schema/items.js';
import {pause} from '../store/chunked.js';
import type {ImportBatch} from './import-batch.js';

/** Adds records that others describe in full: responses include the names of referenced records. */
export async function addMissing(batch: ImportBatch): Promise<void> {
  // Added records may imply others: the list grows during the loop.
  for (const record of batch.all) {
    const {kind, fields, issues} = record;
    for (const reference of kind.references ?? []) {
      const id = idIn(fields[reference.id]);
      const name: unknown = nameIn(reference, fields);
      if (id !== undefined && isName(name) && batch.get(reference.to, id) === undefined) {
        const more = kind.importer?.saysOf?.(reference.to, fields);
        batch.add(reference.to, {...more, id, [nameFieldOf(reference)]: name}, issues);
      }
    }
    kind.importer?.addMissing?.(record, batch);
    await pause();
  }
}
