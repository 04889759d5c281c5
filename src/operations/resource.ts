import type * as z from 'zod';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import type {CollectionSpec} from '../store/collection.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import type {Reference} from './references.js';

/** What a new row is made with besides its body. */
export interface BuildContext {
  readonly id: number;
  /** The ids of the records it goes with, by field: `{constituent_id: 959480}`. */
  readonly parents: Readonly<Record<string, number>>;
  readonly transaction: Transaction;
}

/** What a body is looked at with before anything is made of it. */
export interface ResolveContext<R extends Row> {
  readonly transaction: Transaction;
  readonly issues: Issues;
  /** The row that an update changes; undefined on create. */
  readonly row: R | undefined;
}

/** How one kind of record is stored, and answered: all that the standard operations of a list need. */
export interface ListedResource<R extends Row> extends CollectionSpec<R> {
  /** `item_type` of its list: `email_address`. */
  readonly itemType: string;
  /** The group of the contract it stands in. */
  readonly tag: string;
  /** The reply, every field in order. */
  readonly output: z.ZodObject;
  /** Rows that are there, but answer 404. */
  readonly hidden?: (row: R) => boolean;
  /** Row to reply, every field by name. */
  present(row: R, transaction: Transaction): object;
}

/** A kind of record that clients write. */
export interface Resource<R extends Row, Body = Fields> extends ListedResource<R> {
  /** What a client may send; no defaults in it, or a PATCH would overwrite what was not sent. */
  readonly body: z.ZodObject;
  /** What a PATCH may send, where that is more than `body` with nothing required. */
  readonly changes?: z.ZodObject;
  /** Fields that name another record, by id or by name. */
  readonly references?: readonly Reference[];
  /** Replaces what a body says by what it means, beyond `references`; tells `issues` what it can't make sense of. */
  resolve?(body: Fields, resolving: ResolveContext<R>): Fields;
  /** Body, resolved, to new row: the defaults live here. */
  build(body: Body, making: BuildContext): R;
  /** What follows from other fields of the row; run after each create and update. */
  derive?(row: R): R;
  /** What must follow elsewhere once a row is stored. */
  stored?(row: R, transaction: Transaction): void;
}
