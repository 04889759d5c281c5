import type * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {Found, Lookup} from './context.js';

/** A record that is imported, with the path that its issues are told by. */
export interface ImportedRecord {
  readonly kind: {readonly name: string};
  fields: Fields;
  readonly issues: Issues;
  readonly id: number;
}

export interface ImportContext extends Lookup {
  readonly transaction: Transaction;
  recordsOf(kind: string): readonly ImportedRecord[];
  isGiven(kind: string, id: number): boolean;
  /** Adds a record that others say enough of to make it. */
  add(kind: string, fields: Fields, issues: Issues): void;
  /** The first record of which this holds: of those stored, in the order of lists, then of those that come. */
  find(kind: string, isWanted: (fields: Fields) => boolean): Found | undefined;
}

interface NestedRecords {
  readonly array: string;
  readonly to: string;
  readonly field: string;
  /** Whether the first becomes the preferred one where none says a word about it. */
  readonly prefersFirst?: boolean;
  /** Whether those that the record had before go, unless they are given as well. */
  readonly replaces?: boolean;
}

/** Where ids of other records stand, and of which kind they are: `{custom_fields: {id: 'categories'}}`. */
export interface IdFields {
  readonly [field: string]: string | IdFields;
}

export interface Importer<R extends Row> {
  readonly required?: readonly string[];
  /** Fields that neither a body nor a reply has in this form. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Fields that a record which does not say them keeps of the row that it replaces. */
  readonly keeps?: ReadonlyArray<keyof R & string>;
  readonly ids?: IdFields;
  readonly nested?: readonly NestedRecords[];
  /** What a record says, besides its name, of one that a reference of its points at, in case there is none. */
  saysOf?(kind: string, fields: Fields): Fields;
  /** Adds the records that this one says enough of to make them. */
  addMissing?(record: ImportedRecord, context: ImportContext): void;
  /** Tells the record's issues what is wrong with it beyond its fields. */
  check?(record: ImportedRecord, context: ImportContext): void;
  /** What follows from other fields even where the record brought those itself. */
  finish?(row: R): R;
  /** Once all that comes was looked at; stores nothing where an issue was found. */
  complete?(record: ImportedRecord, context: ImportContext, hasIssues: () => boolean): void;
}
