import type * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {CollectionSpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {Operation} from '../operation.js';
import type {BuildContext, Found, Lookup, ResolveContext} from './context.js';
import type {Reference} from './references.js';

/** An imported record, with the path for its issues. */
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
  /** Adds a record for which other records have enough data. */
  add(kind: string, fields: Fields, issues: Issues): void;
  /** The first match: among stored records in the order of lists, then among imported ones. */
  find(kind: string, isWanted: (fields: Fields) => boolean): Found | undefined;
}

interface NestedRecords {
  readonly array: string;
  readonly to: string;
  readonly field: string;
  /** True if the first one becomes the preferred one by default. */
  readonly prefersFirst?: boolean;
  /** True if existing records are removed unless the import includes them. */
  readonly replaces?: boolean;
}

/** Fields with ids of other records, with their kinds: `{custom_fields: {id: 'categories'}}`. */
export interface IdFields {
  readonly [field: string]: string | IdFields;
}

export interface Importer<R extends Row> {
  readonly required?: readonly string[];
  /** Additional fields that neither a body nor a response has in this form. */
  readonly fields?: Readonly<Record<string, z.ZodType>>;
  /** Fields that keep their value from the replaced row if the record omits them. */
  readonly keeps?: ReadonlyArray<keyof R & string>;
  readonly ids?: IdFields;
  readonly nested?: readonly NestedRecords[];
  /** Data in this record about a missing referenced record, in addition to its name. */
  fieldsOfMissing?(kind: string, fields: Fields): Fields;
  /** Adds missing records for which this one has enough data. */
  addMissing?(record: ImportedRecord, context: ImportContext): void;
  /** Reports problems beyond the fields to the record's issues. */
  check?(record: ImportedRecord, context: ImportContext): void;
  /** Sets derived fields even if the record has its own. */
  finish?(row: R): R;
  /** Called once all records were checked; stores nothing if there is an issue. */
  complete?(record: ImportedRecord, context: ImportContext, hasIssues: () => boolean): void;
}

/** Random numbers, deterministic by seed. */
export interface RandomStream {
  /** From `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

interface Buildable<R extends Row> extends CollectionSpec<R> {
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a body of its own
  build(body: any, making: BuildContext): R;
  derive?(row: R): R;
}

export interface DataBuilder {
  readonly calendar: {
    /** Shifts a date of the data that ends on 2026-01-01. */
    moved(date: string): string;
  };
  /** A stream per kind, so that kinds do not affect each other's data. */
  randomOf(kind: string): RandomStream;
  rows<R extends Row>(kind: Pick<CollectionSpec<R>, 'name' | 'firstId'>): readonly R[];
  /**
   * A new row with the defaults of a create; `then` sets what a client can't.
   * @param createdAt `<YYYY-MM-DDTHH:MM:SSZ>`
   */
  build<R extends Row>(
    kind: Buildable<R>,
    body: object,
    parents: Readonly<Record<string, number>>,
    createdAt: string,
    then?: Partial<R>,
  ): R;
}

interface Generator {
  /** Called once, before any constituent exists: creates the entries of a lookup list. */
  account?(builder: DataBuilder): void;
  constituent?(builder: DataBuilder, constituent: Row & {readonly created_at: string}): void;
}

/** A group of operations in the document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** Its position in the contract; groups outside of the contract come last. */
  readonly place?: number;
}

/** An example request for the document. The documented response is the real one of the seeded account. */
export interface Example {
  /** @param first returns the id of the first record of a kind in that account */
  body?(first: (kind: string) => number): object;
  /** The parameters of the path, if those of the kind's first record do not fit. */
  path?(rows: (kind: string) => readonly Fields[]): Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The fields that `learn` keeps from the responses of a real account, so that its file contains no personal data. Only
 * kinds that describe no person have them.
 */
interface LearnedFields {
  /** Kept unchanged: their schemas allow no free text. */
  readonly facts: readonly string[];
  /** Texts that the account's own users wrote: kept if a person has reviewed them, replaced otherwise. */
  readonly texts?: readonly string[];
  /** Likewise, but a text of the sandbox's own list is the service's and needs no review. */
  readonly words?: readonly string[];
  /** Removed, like any unlisted field. A test fails for a field that is in no list. */
  readonly drops?: readonly string[];
}

/** The definition of one kind of record: storage and response. */
export interface StoredKind<R extends Row> extends CollectionSpec<R> {
  /** `item_type` of its list: `email_address`. */
  readonly itemType: string;
  /** The fields of a response in order, each with its description. */
  readonly output: z.ZodObject;
  /** The schema of its rows, for verifying snapshots and data files. Default: `output` */
  readonly row?: z.ZodObject;
  present(row: R, transaction: Transaction): object;
  /**
   * The columns of tables after the id: fields of a response with their headings. For `street_addresses.city`, the
   * preferred or first nested record is used. A list omits columns that it has no field for. Default: the name, or all
   * fields of a kind without a name
   */
  readonly columns?: Readonly<Record<string, string>>;
  /** The records that the list omits by default, for people: `inactive and deleted constituents`. */
  readonly unlisted?: string;
  /** The values of the API's `sort` that sort by a field: `{received_amount: 'gift_amount'}`. */
  readonly sortedAs?: Readonly<Record<string, string>>;
  /** The display name of a record, including names of other records. Default: `name` or `display_name` */
  title?(row: R, nameOf: (kind: string, id: number | null) => string): string | null;
  readonly references?: readonly Reference[];
  /** Fields whose values must be unique; null is exempt. */
  readonly unique?: ReadonlyArray<keyof R & string>;
  /** Resolves values of a body beyond `references`; reports invalid ones to `issues`. */
  resolve?(body: Fields, context: ResolveContext<R>): Fields;
  /** Converts a resolved body to a new row and applies the defaults. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a body of its own
  build(body: any, making: BuildContext): R;
  /** Sets derived fields of the row after each create and update. */
  derive?(row: R): R;
  /**
   * Changes other records after a row is stored.
   * @param isSpared true for ids of rows that were given with it and stay unchanged
   */
  stored?(row: R, transaction: Transaction, isSpared?: (id: number) => boolean): void;
  /** Import rules that the rest of the definition does not cover. */
  readonly importer?: Importer<R>;
  /** Records as testers write them. All kinds load together; `$ada` is the id of the record with that `$id`. */
  readonly seedExample?: readonly object[];
  readonly generate?: Generator;
  readonly learned?: LearnedFields;
}

/** A kind of record that clients can read, with everything that the standard list operations need. */
export interface ListedResource<R extends Row> extends StoredKind<R> {
  readonly tag: Tag;
  /** A single record, if it has more fields than in a list. */
  readonly detail?: {readonly output: z.ZodObject; present(row: R, transaction: Transaction): object};
  /** By operation id; required for each operation with a body. */
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Resource<R extends Row, Body = Fields> extends ListedResource<R> {
  /** The request body. It has no defaults, or a PATCH would overwrite fields that were not sent. */
  readonly body: z.ZodObject;
  /** The body of a PATCH, if it is more than `body` with nothing required. */
  readonly changes?: z.ZodObject;
  build(body: Body, making: BuildContext): R;
}

/** The complete definition of one kind of record. A kind that is only counted has no output. */
// biome-ignore lint/suspicious/noExplicitAny: row and body are invariant, and each kind has its own
export interface Kind extends CollectionSpec<any>, Partial<Omit<Resource<any, any>, keyof CollectionSpec<any>>> {
  readonly operations: readonly Operation[];
}

// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyDefinition = CollectionSpec<any> & Partial<Resource<any, any>>;

/** Combines a definition with its operations. */
export const kindOf = (definition: AnyDefinition, operations: readonly Operation[] = []): Kind => ({
  ...definition,
  operations,
});
