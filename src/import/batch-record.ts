import type {ImportedRecord, Kind} from '../operations/kinds/kind.js';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';

export interface JsonObject {
  fields: Fields;
  readonly issues: Issues;
}

export interface BatchRecord extends JsonObject, ImportedRecord {
  readonly kind: Kind;
  /** The record that contains it, and the array there. */
  readonly owner?: {readonly record: BatchRecord; readonly field: string} | undefined;
  /** 0 until an id is assigned. */
  id: number;
}
