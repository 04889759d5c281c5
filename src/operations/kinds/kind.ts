import type * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {CollectionSpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {Operation} from '../operation.js';
import type {BuildContext, Found, Lookup, ResolveContext} from './context.js';
import type {Reference} from './references.js';

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
  /** True if the first becomes the preferred one when none says which is. */
  readonly prefersFirst?: boolean;
  /** True if the records that it had before are removed, unless they are given again. */
  readonly replaces?: boolean;
}

/** The fields that hold ids of other records, with their kinds: `{custom_fields: {id: 'categories'}}`. */
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
  /** Sets the fields that follow from others even if the record has its own. */
  finish?(row: R): R;
  /** Once all that comes was looked at; stores nothing where an issue was found. */
  complete?(record: ImportedRecord, context: ImportContext, hasIssues: () => boolean): void;
}

/** Chance that comes out the same for the same seed. */
export interface RandomStream {
  /** From `least` to `most`, both included. */
  int(least: number, most: number): number;
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
    /** Moves a day of the data that end on 2026-01-01. */
    moved(date: string): string;
  };
  /** A stream of the kind's own: what another kind draws never shifts it. */
  randomOf(kind: string): RandomStream;
  rows<R extends Row>(kind: Pick<CollectionSpec<R>, 'name' | 'firstId'>): readonly R[];
  /**
   * A new row with the defaults that a create gives it; `then` sets what a client can't.
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
  /** Once, before there is a constituent: the entries of a lookup list. */
  account?(builder: DataBuilder): void;
  constituent?(builder: DataBuilder, constituent: Row & {readonly created_at: string}): void;
}

/** A group of operations in the document. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  /** Its place in the contract; one that the contract does not have stands behind all others. */
  readonly place?: number;
}

/** A request that the document shows: it is sent to the seeded account, and the reply shown is what came. */
export interface Example {
  /** @param first the id of the first record of a kind in that account */
  body?(first: (kind: string) => number): object;
  /** The parameters of the path, if those of the first record of the kind do not fit. */
  path?(rows: (kind: string) => readonly Fields[]): Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * The fields of a response that `learn` keeps of a real account, so that no personal data enters its file. Only a kind
 * that describes no person has them.
 */
interface LearnedFields {
  /** Kept as they are: their schemas allow no free text. */
  readonly facts: readonly string[];
  /** Texts that the account's own people wrote: kept if a person has reviewed them, and replaced otherwise. */
  readonly texts?: readonly string[];
  /** Texts as well, but one that the sandbox's own list has is the service's, and needs no review. */
  readonly words?: readonly string[];
  /** Left out, as is any field that is not listed. A test fails for a field that stands in no list. */
  readonly drops?: readonly string[];
}

/** The definition of one kind of record: storage and response. */
export interface StoredKind<R extends Row> extends CollectionSpec<R> {
  /** `item_type` of its list: `email_address`. */
  readonly itemType: string;
  /** The fields of a response in order, each with its description. */
  readonly output: z.ZodObject;
  /** The schema of its rows, by which snapshots and data files are verified. Default: `output` */
  readonly row?: z.ZodObject;
  present(row: R, transaction: Transaction): object;
  /**
   * The columns of tables after the id: fields of a response with their headings. In `street_addresses.city`, the
   * preferred or first of the nested records counts. A list without a field has no such column. Default: the name, or
   * all fields of a kind without a name
   */
  readonly columns?: Readonly<Record<string, string>>;
  /** The records that the list leaves out by default, for people: `inactive and deleted constituents`. */
  readonly unlisted?: string;
  /** The values of the API's `sort` that sort by a field: `{received_amount: 'gift_amount'}`. */
  readonly sortedAs?: Readonly<Record<string, string>>;
  /** The name of a record for people, with the names of others. Default: `name` or `display_name` */
  title?(row: R, nameOf: (kind: string, id: number | null) => string): string | null;
  readonly references?: readonly Reference[];
  /** Fields of which no two rows may have the same value; null is none. */
  readonly unique?: ReadonlyArray<keyof R & string>;
  /** Replaces what a body says by what it means, beyond `references`; tells `issues` what it can't make sense of. */
  resolve?(body: Fields, context: ResolveContext<R>): Fields;
  /** Body, resolved, to new row: the defaults live here. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a body of its own
  build(body: any, making: BuildContext): R;
  /** Sets the fields that follow from others of the row, after each create and update. */
  derive?(row: R): R;
  /**
   * Changes other records after a row is stored.
   * @param isSpared whether the row with this id was given along with it, and stays as it is
   */
  stored?(row: R, transaction: Transaction, isSpared?: (id: number) => boolean): void;
  /** How records of this kind are imported, as far as the rest does not say it. */
  readonly importer?: Importer<R>;
  /** Records as a tester writes them. Those of all kinds load together; `$ada` is the id of the one with that `$id`. */
  readonly seedExample?: readonly object[];
  readonly generate?: Generator;
  readonly learned?: LearnedFields;
}

/** A kind of record that clients read: all that the standard operations of a list need. */
export interface ListedResource<R extends Row> extends StoredKind<R> {
  readonly tag: Tag;
  /** A single record, if it shows more than a list does. */
  readonly detail?: {readonly output: z.ZodObject; present(row: R, transaction: Transaction): object};
  /** By the id of an operation: each that takes a body needs one. */
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Resource<R extends Row, Body = Fields> extends ListedResource<R> {
  /** The body that clients send. It has no defaults, or a PATCH would overwrite fields that were not sent. */
  readonly body: z.ZodObject;
  /** The body of a PATCH, if it is more than `body` with nothing required. */
  readonly changes?: z.ZodObject;
  build(body: Body, making: BuildContext): R;
}

/** An entry of the list of kinds: all there is to know of one kind of record. One that is only counted has no output. */
// biome-ignore lint/suspicious/noExplicitAny: row and body are invariant, and each kind has its own
export interface Kind extends CollectionSpec<any>, Partial<Omit<Resource<any, any>, keyof CollectionSpec<any>>> {
  readonly operations: readonly Operation[];
}

// biome-ignore lint/suspicious/noExplicitAny: as above
type AnyDefinition = CollectionSpec<any> & Partial<Resource<any, any>>;

/** A kind as the list of kinds has it: its definition, and the operations on it. */
export const kindOf = (definition: AnyDefinition, operations: readonly Operation[] = []): Kind => ({
  ...definition,
  operations,
});
