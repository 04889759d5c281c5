import type {ImportedRecord} from '../operations/kinds/importer.js';
import type {Kind} from '../operations/kinds/kind.js';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';

/** One object of what is imported, with the path that its issues are told by. */
export interface JsonObject {
  fields: Fields;
  readonly issues: Issues;
}

/** A record of the batch. */
export interface BatchRecord extends JsonObject, ImportedRecord {
  readonly kind: Kind;
  /** The record it stands in, and the array there. */
  readonly owner?: {readonly record: BatchRecord; readonly field: string} | undefined;
  /** 0 until it has one. */
  id: number;
}
