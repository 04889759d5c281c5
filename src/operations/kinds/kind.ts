import type * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import type {CollectionSpec} from '../../store/collection.js';
import type {Row} from '../../store/order.js';
import type {Transaction} from '../../store/transaction.js';
import type {Operation} from '../operation.js';
import type {BuildContext, ResolveContext} from './context.js';
import type {Generator} from './generator.js';
import type {Importer} from './importer.js';
import type {Reference} from './references.js';

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
  /** What stands in the path, where the first record of the kind does not do. */
  path?(rows: (kind: string) => readonly Fields[]): Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** The definition of one kind of record: storage and response. */
export interface StoredKind<R extends Row> extends CollectionSpec<R> {
  /** `item_type` of its list: `email_address`. */
  readonly itemType: string;
  /** The fields of a response in order, each with its description. */
  readonly output: z.ZodObject;
  /** How it is stored: snapshots and data files are verified by it. The same as `output` if it is left out. */
  readonly row?: z.ZodObject;
  present(row: R, transaction: Transaction): object;
  readonly references?: readonly Reference[];
  /** Fields of which no two rows may have the same value; null is none. */
  readonly unique?: ReadonlyArray<keyof R & string>;
  /** Replaces what a body says by what it means, beyond `references`; tells `issues` what it can't make sense of. */
  resolve?(body: Fields, context: ResolveContext<R>): Fields;
  /** Body, resolved, to new row: the defaults live here. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a body of its own
  build(body: any, making: BuildContext): R;
  /** What follows from other fields of the row; run after each create and update. */
  derive?(row: R): R;
  /**
   * What must follow elsewhere once a row is stored.
   * @param isSpared whether the row with this id was given along with it, and stays as it is
   */
  stored?(row: R, transaction: Transaction, isSpared?: (id: number) => boolean): void;
  /** How records of this kind are imported, as far as the rest does not say it. */
  readonly importer?: Importer<R>;
  /** Records as a tester writes them. Those of all kinds load together; `$ada` is the id of the one with that `$id`. */
  readonly seedExample?: readonly object[];
  readonly generate?: Generator;
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
  /** What a client may send; no defaults in it, or a PATCH would overwrite what was not sent. */
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
