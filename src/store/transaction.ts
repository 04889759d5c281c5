import {unprocessableEntity} from '../errors.js';
import {largestId} from '../schema/fields.js';
import {type Assumptions, assumptionsOf} from '../settings.js';
import {type Chunked, finish} from './chunked.js';
import type {Collection, CollectionSpec, MissingIndexes} from './collection.js';
import type {Row} from './order.js';
import type {Records} from './records.js';
import type {Schema} from './schema.js';

const usual = assumptionsOf();

/**
 * One operation's view of an account: it reads one state of the records and collects its changes on copies. Nothing
 * else sees them until the account commits `result()`, so an operation that throws leaves no trace.
 */
export class Transaction {
  readonly #schema: Schema;
  readonly #base: Records;
  readonly #readClock: () => string;
  #now: string | undefined;
  #changedRows = 0;
  /** The records with the changes so far. */
  #records: Records;

  /**
   * @param now returns the time of this operation, `<YYYY-MM-DDTHH:MM:SSZ>`; called at most once, when needed
   * @param assume the account's choices where the contract is silent
   */
  constructor(
    schema: Schema,
    base: Records,
    now: () => string,
    readonly assume: Assumptions = usual,
  ) {
    this.#schema = schema;
    this.#base = base;
    this.#readClock = now;
    this.#records = base;
  }

  /** `<YYYY-MM-DDTHH:MM:SSZ>`, the same for every timestamp that this operation writes. */
  get now(): string {
    this.#now ??= this.#readClock();
    return this.#now;
  }

  /** Undefined unless the operation has read `now`. */
  get nowIfRead(): string | undefined {
    return this.#now;
  }

  /** `<YYYY-MM-DD>` by the account's clock. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  rows<R extends Row>(spec: CollectionSpec<R>): Collection<R>;
  rows(name: string): Collection<Row>;
  rows(of: string | CollectionSpec<Row>): Collection<Row> {
    return this.#records.collections.get(typeof of === 'string' ? of : of.name);
  }

  /** The number of rows put or removed so far; each change counts. */
  get changedRows(): number {
    return this.#changedRows;
  }

  takeId(spec: {readonly name: string}): number {
    const id = this.#records.nextIds.get(spec.name);
    if (id > largestId) {
      throw unprocessableEntity(
        `No id is left for ${spec.name}: ${largestId} is the largest, and a record has it; reset the account`,
      );
    }
    this.reserveId(spec, id);
    return id;
  }

  /** Marks the id of an imported record as used. */
  reserveId(spec: {readonly name: string}, id: number): void {
    const {collections, nextIds} = this.#records;
    if (id >= nextIds.get(spec.name)) {
      this.#records = {collections, nextIds: nextIds.with([[spec.name, id + 1]])};
    }
  }

  /** Stores a new row, or a new version of a row. */
  put<R extends Row>(spec: CollectionSpec<R>, row: R): void {
    const before = this.rows(spec.name).get(row.id);
    const computed = spec.denormalized?.compute(row, this) ?? row;
    this.#edit(spec.name).put(computed);
    this.followChange(spec.name, computed, before);
  }

  /** Removes a row and everything that belongs to it. */
  remove(spec: {readonly name: string}, id: number): void {
    finish(this.removeInChunks(spec, id));
  }

  /** Does the same in chunks, one for each row. */
  *removeInChunks(spec: {readonly name: string}, id: number): Chunked<void> {
    for (const {spec: child, field} of this.#schema.childrenOf(spec.name)) {
      for (const row of this.rows(child).where(field, id).toArray()) {
        yield* this.removeInChunks(child, row.id);
      }
    }
    const before = this.rows(spec.name).get(id);
    this.#edit(spec.name).delete(id);
    this.followChange(spec.name, undefined, before);
    yield;
  }

  /**
   * The missing indexes for lookups of this kind.
   * @param isWhole true if related records are looked up as well
   */
  missingIndexes(name: string, isWhole = true): MissingIndexes {
    const specs = isWhole ? this.#schema.familyOf(name) : this.#schema.readBy(name);
    return specs.flatMap(spec => this.rows(spec).missingIndexes());
  }

  /** Recomputes the fields of other rows that depend on a row; every `put` and `remove` calls it. */
  followChange(name: string, after: Row | undefined, before: Row | undefined): void {
    for (const follower of this.#schema.followersOf(name)) {
      for (const id of follower.denormalized!.affectedBy[name]!(after, before, this)) {
        const row = this.rows(follower.name).get(id);
        const computed = row && follower.denormalized!.compute(row, this);
        if (computed !== row) {
          this.put(follower, computed);
        }
      }
    }
  }

  /** The records with this transaction's changes; the same object if it changed nothing. */
  result(): Records {
    return this.#records;
  }

  #edit(name: string): Collection<Row> {
    this.#changedRows += 1;
    const {collections, nextIds} = this.#records;
    const collection = this.rows(name);
    if (collection !== this.#base.collections.get(name)) {
      return collection;
    }
    const copy = collection.clone();
    this.#records = {collections: collections.with([[name, copy]]), nextIds};
    return copy;
  }
}
