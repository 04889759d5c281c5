import type * as z from 'zod';
import type {Reference} from '../operations/references.js';
import type {BuildContext} from '../operations/resource.js';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import type {AnySpec} from '../store/collection.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';

/** How one kind of record is loaded. */
export interface Kind {
  /** The collection, and the list of the document: `email_addresses`. */
  readonly name: string;
  readonly spec: AnySpec;
  /** What is read of a record field by field; references and arrays are read apart. */
  readonly fields: ReadonlyMap<string, FieldSchemas>;
  /** Fields that no record can do without, besides references. */
  readonly required: readonly string[];
  /** Fields that the wire never shows: a record that leaves them out keeps those of the row that it replaces. */
  readonly unseen: readonly string[];
  readonly references: readonly LoadedReference[];
  /** Arrays that hold records of other kinds. */
  readonly nested: readonly Nested[];
  /** The whole reply, which each loaded record must make. */
  readonly reply: z.ZodObject;
  present(row: Row, transaction: Transaction): object;
  /** A row as a create would make it. */
  build(body: Fields, making: BuildContext): Row;
  /** What follows from other fields of the row. */
  derive?(row: Row): Row;
  /** What follows from other fields even where the record brought those itself. */
  finish?(row: Row): Row;
  /** More that a reference says of the record it points at, in case there is none. */
  mentions?(to: string, fields: Fields): Fields;
  /** Adds the records that this one says enough of to make them. */
  imply?(given: Given, loading: Loading): void;
  /** What the record says in another form than the row's; tells the record's issues what it can't make sense of. */
  interpret?(given: Given, loading: Loading): Fields;
  /** What must follow elsewhere once the row is stored. */
  stored?(row: Row, loading: Loading): void;
}

/** What a field may be: as a create takes it, or as a reply shows it. */
export interface FieldSchemas {
  readonly body?: z.ZodType | undefined;
  readonly output?: z.ZodType | undefined;
  /** Whether a null is a value, and not the same as nothing. */
  readonly nullable: boolean;
}

export interface LoadedReference extends Reference {
  /** Another field that the id is taken from as well; never answered. */
  readonly also?: string;
  /** The field that may hold the id of the record around this one instead. */
  readonly otherEnd?: string;
}

/** An array of records within a record. */
interface Nested {
  readonly array: string;
  /** The kind of its records. */
  readonly to: string;
  /** The field of theirs that holds the id of the record around them. */
  readonly field: string;
  /** Whether the first becomes the preferred one where none says a word about it. */
  readonly prefersFirst?: boolean;
  /** Whether those that the record had before go, unless the document gives them. */
  readonly replaces?: boolean;
}

/** One object of the document, with the path that its issues are told by. */
export interface Item {
  fields: Fields;
  readonly issues: Issues;
}

/** A record of the document. */
export interface Given extends Item {
  readonly kind: Kind;
  /** The record it stands in, and its field for the id of that. */
  readonly owner?: {readonly given: Given; readonly field: string} | undefined;
  /** Its own, or one handed out; 0 until then. */
  id: number;
  isStored: boolean;
}

/** A document while it is loaded: what it gives, and what the account has. */
export interface Loading {
  readonly transaction: Transaction;
  /** The records of one kind. */
  given(collection: string): readonly Given[];
  /** Whether the document holds the record with this id. */
  isGiven(collection: string, id: number): boolean;
  /** Adds a record that the document implies. */
  add(collection: string, fields: Fields, issues: Issues): void;
  /** A record by its id, as it is stored or, until then, as it is given. */
  look(collection: string, id: number): Fields | undefined;
  /** The id of the first record that is wanted: of those stored, in the order of lists, then of those yet to be. */
  find(collection: string, isWanted: (fields: Fields, isStored: boolean) => boolean): number | undefined;
  /** An id in a field, by its number or by a local name; undefined with an issue where it is neither. */
  readId(value: unknown, to: string, field: string, issues: Issues): number | undefined;
}
