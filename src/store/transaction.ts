import {unprocessableEntity} from '../errors.js';
import {largestId} from '../schema/items.js';
import {type Assumptions, assumptionsOf} from '../settings.js';
import {finish, type Steps} from '../workload/steps.js';
import type {Collection, CollectionSpec} from './collection.js';
import type {Row} from './order.js';
import type {Records} from './records.js';
import type {Schema} from './schema.js';

const usual = assumptionsOf();

/** What can be looked at besides the collections. */
const [assumed, moment] = ['what is assumed', 'the moment'];

/** What something depends on that was worked out in a transaction: what it looked at, as that was. */
export class Reads {
  readonly names: string[] = [];
  /** One for each name, which is another once what it names has changed. */
  readonly versions: object[] = [];
  /** Where all was last found as it was: the records as a whole, and what was assumed. */
  #foundIn: object | undefined;
  #assumed: Assumptions | undefined;

  /** Whether it was found so already: between two writes nothing has to be looked at twice. */
  wasFound(records: object, assumptions: Assumptions): boolean {
    return records === this.#foundIn && assumptions === this.#assumed;
  }

  found(records: object, assumptions: Assumptions): void {
    this.#foundIn = records;
    this.#assumed = assumptions;
  }

  add(name: string, version: object): void {
    if (!this.names.includes(name)) {
      this.names.push(name);
      this.versions.push(version);
    }
  }

  addAll({names, versions}: Reads): void {
    for (const [index, name] of names.entries()) {
      this.add(name, versions[index]!);
    }
  }
}

/**
 * One operation's view of an account: it reads one moment of the records, and collects changes of its own on copies.
 * Nobody sees them until the account takes `result()`; an operation that throws leaves no trace.
 */
export class Transaction {
  readonly #schema: Schema;
  readonly #base: Records;
  readonly #readClock: () => string;
  #now: string | undefined;
  readonly #assume: Assumptions;
  /** What is being noted, if anything is. */
  #reads: Reads | undefined;
  /** The collections that it changes. */
  readonly #drafts: Array<Collection<Row>> = [];
  /** As this transaction would leave them if it ended now. */
  #records: Records;

  /**
   * @param now says the moment of this operation, `<YYYY-MM-DDTHH:MM:SSZ>`; asked once, and only where it is needed
   * @param assume what the account assumes where there is a choice; as usual where it is left out
   */
  constructor(schema: Schema, base: Records, now: () => string, assume: Assumptions = usual) {
    this.#assume = assume;
    this.#schema = schema;
    this.#base = base;
    this.#readClock = now;
    this.#records = base;
  }

  /** `<YYYY-MM-DDTHH:MM:SSZ>`: every timestamp that this operation writes is this one. */
  get now(): string {
    this.#reads?.add(moment, {});
    this.#now ??= this.#readClock();
    return this.#now;
  }

  /** The same, if anything that this operation did depends on it. */
  get nowIfAsked(): string | undefined {
    return this.#now;
  }

  /** `<YYYY-MM-DD>`, by the account's clock. */
  get today(): string {
    return this.now.slice(0, 10);
  }

  rows<R extends Row>(spec: CollectionSpec<R>): Collection<R>;
  rows(name: string): Collection<Row>;
  rows(of: string | CollectionSpec<Row>): Collection<Row> {
    const collection = this.#records.collections.get(typeof of === 'string' ? of : of.name);
    this.#reads?.add(collection.spec.name, collection.version);
    return collection;
  }

  /** What the account assumes where there is a choice. */
  get assume(): Assumptions {
    this.#reads?.add(assumed, this.#assume);
    return this.#assume;
  }

  /** Whether it has changed anything so far. */
  get hasChanged(): boolean {
    return this.#records !== this.#base;
  }

  /** Works something out, and notes what is looked at for it. Only what nothing was changed for can be held against it later. */
  noting<T>(work: () => T): readonly [T, Reads] {
    const outer = this.#reads;
    const reads = new Reads();
    this.#reads = reads;
    try {
      return [work(), reads];
    } finally {
      this.#reads = outer;
      outer?.addAll(reads);
    }
  }

  /** Whether all is as it was when it was noted; then that would be worked out again as it was. */
  isAsRead(reads: Reads): boolean {
    const {version} = this.#records.collections;
    if (!reads.wasFound(version, this.#assume)) {
      for (const [index, name] of reads.names.entries()) {
        if (this.#versionOf(name) !== reads.versions[index]) {
          return false;
        }
      }
      reads.found(version, this.#assume);
    }
    this.#reads?.addAll(reads);
    return true;
  }

  #versionOf(name: string): object {
    if (name === assumed) {
      return this.#assume;
    }
    return name === moment ? {} : this.#records.collections.get(name).version;
  }

  /** An id never handed out before in this account. */
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

  /** Keeps an id that a record brings itself from being handed out. */
  reserveId(spec: {readonly name: string}, id: number): void {
    const {collections, nextIds} = this.#records;
    if (id >= nextIds.get(spec.name)) {
      this.#records = {collections, nextIds: nextIds.with([[spec.name, id + 1]])};
    }
  }

  /** Stores a new row, or a new version of one. */
  put<R extends Row>(spec: CollectionSpec<R>, row: R): void {
    const before = this.rows(spec.name).get(row.id);
    const computed = spec.denormalized?.compute(row, this) ?? row;
    this.#edit(spec.name).put(computed);
    this.followChange(spec.name, computed, before);
  }

  /** Removes a row and everything that belongs to it. */
  remove(spec: {readonly name: string}, id: number): void {
    finish(this.removeInSteps(spec, id));
  }

  /** Does the same in steps, one for each row. */
  *removeInSteps(spec: {readonly name: string}, id: number): Steps<void> {
    for (const {spec: child, field} of this.#schema.childrenOf(spec.name)) {
      for (const row of this.rows(child).where(field, id).toArray()) {
        yield* this.removeInSteps(child, row.id);
      }
    }
    const before = this.rows(spec.name).get(id);
    this.#edit(spec.name).delete(id);
    this.followChange(spec.name, undefined, before);
    yield;
  }

  /** Builds the large indexes by which the rows of a kind find what belongs to them. */
  *prepareChildren(name: string): Steps<void> {
    for (const {spec, field} of this.#schema.childrenOf(name)) {
      yield* this.rows(spec).prepare(field);
    }
  }

  /** Works out anew what other rows have from one that was changed, made or removed. Every `put` and `remove` does so. */
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

  /** The records with this transaction's changes in them; the very same object where it changed nothing. */
  result(): Records {
    for (const draft of this.#drafts) {
      draft.settle();
    }
    return this.#records;
  }

  #edit(name: string): Collection<Row> {
    const {collections, nextIds} = this.#records;
    const collection = this.rows(name);
    if (collection !== this.#base.collections.get(name)) {
      return collection;
    }
    const copy = collection.draft();
    this.#drafts.push(copy);
    this.#records = {collections: collections.with([[name, copy]]), nextIds};
    return copy;
  }
}
