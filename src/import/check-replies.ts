import type {Issues} from '../schema/issues.js';
import {pause} from '../store/chunked.js';
import type {ImportBatch} from './import-batch.js';
import {wordIssue} from './read-fields.js';

/** Renders the response of every record: a record that cannot be returned is an issue. */
export async function checkReplies({all, transaction}: ImportBatch): Promise<void> {
  for (const {kind, id, issues} of all) {
    const row = transaction.rows(kind.name).get(id);
    if (row !== undefined) {
      const {output, present} = kind.detail ?? kind;
      const parsed = output!.safeParse(present!(row, transaction), {error: wordIssue});
      for (const {path, message} of parsed.error?.issues ?? []) {
        refuseAt(path as ReadonlyArray<string | number>, message, issues);
      }
    }
    await pause();
  }
}

function refuseAt([field, ...inner]: ReadonlyArray<string | number>, message: string, issues: Issues): void {
  if (field !== undefined && inner.length === 0) {
    issues.refuse(field, message);
  } else if (field !== undefined) {
    refuseAt(inner, message, issues.at(field));
  }
}
