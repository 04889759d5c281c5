import {nameFieldOf, nameIn} from '../operations/kinds/references.js';
import {idIn, isName} from '../schema/items.js';
import type {Steps} from '../workload/steps.js';
import type {ImportBatch} from './import-batch.js';

/** In steps, adds the records that others say enough of to make them, in case there are none: replies name what they point at. */
export function* addMissing(batch: ImportBatch): Steps<void> {
  // Records that are added may imply others: the list grows while it is walked.
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
    yield;
  }
}
