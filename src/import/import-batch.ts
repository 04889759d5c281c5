import type {Found} from '../operations/kinds/context.js';
import type {ImportContext, Kind} from '../operations/kinds/kind.js';
import {type Fields, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {idIn, isMissing, isName, largestId} from '../schema/items.js';
import {pause} from '../store/chunked.js';
import type {Transaction} from '../store/transaction.js';
import type {BatchRecord, JsonObject} from './batch-record.js';

const asFound = ({fields, id}: BatchRecord): Found => ({...fields, id});

/**
 * All records of an import, including nested and implied ones. Lookups see the batch and the account: a record that
 * replaces a row hides that row.
 */
export class ImportBatch implements ImportContext {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly #all: BatchRecord[] = [];
  readonly #byKind: ReadonlyMap<string, BatchRecord[]>;
  readonly #byId: ReadonlyMap<string, Map<number, BatchRecord>>;
  readonly #waiting: ReadonlyMap<string, Set<BatchRecord>>;
  readonly #byName = new Map<string, BatchRecord>();
  readonly #indexes = new Map<string, Map<unknown, BatchRecord[]>>();

  /** @param kinds importable kinds by name; kinds that others refer to come first */
  constructor(
    kinds: ReadonlyMap<string, Kind>,
    readonly transaction: Transaction,
  ) {
    this.kinds = kinds;
    this.#byKind = new Map(Array.from(kinds.keys(), name => [name, []]));
    this.#byId = new Map(Array.from(kinds.keys(), name => [name, new Map()]));
    this.#waiting = new Map(Array.from(kinds.keys(), name => [name, new Set()]));
  }

  /** All records in order of arrival; the iteration includes records added meanwhile. */
  get all(): readonly BatchRecord[] {
    return this.#all;
  }

  /** Records with a local name, by that name. */
  get named(): ReadonlyMap<string, BatchRecord> {
    return this.#byName;
  }

  recordsOf(kind: string): readonly BatchRecord[] {
    return this.#byKind.get(kind)!;
  }

  isGiven(kind: string, id: number): boolean {
    return this.#byId.get(kind)!.has(id);
  }

  add(kind: string, fields: Fields, issues: Issues): void {
    this.addRecord(this.kinds.get(kind)!, {fields, issues});
  }

  addRecord(kind: Kind, {fields, issues}: JsonObject, owner?: BatchRecord['owner']): BatchRecord {
    const record: BatchRecord = {kind, fields, issues, owner, id: 0};
    this.#all.push(record);
    this.#byKind.get(kind.name)!.push(record);
    this.#waiting.get(kind.name)!.add(record);
    this.#claimId(record);
    this.#claimName(record);
    return record;
  }

  /** Assigns an unused id to each record without one. */
  async handOutIds(): Promise<void> {
    for (const record of this.#all) {
      await pause();
      if (record.id === 0) {
        record.id = this.transaction.takeId(record.kind);
        this.#byId.get(record.kind.name)!.set(record.id, record);
      }
    }
  }

  /** From now on, lookups use the record's row. */
  markStored(record: BatchRecord): void {
    this.#waiting.get(record.kind.name)!.delete(record);
  }

  get(kind: string, id: number): Found | undefined {
    const record = this.#byId.get(kind)!.get(id);
    return record === undefined || !this.#isWaiting(record)
      ? (this.transaction.rows(kind).get(id) as Found | undefined)
      : asFound(record);
  }

  where(kind: string, field: string, value: string | number): readonly Found[] {
    const rows = this.transaction.rows(kind).where(field as 'id', value as number);
    const waiting = this.#recordsWith(kind, field, value).filter(record => this.#isWaiting(record));
    return this.#joined(kind, rows.toArray() as Found[], waiting);
  }

  listed(kind: string): readonly Found[] {
    const rows = this.transaction.rows(kind).listed().toArray() as Found[];
    return this.#joined(kind, rows, [...this.#waiting.get(kind)!]);
  }

  find(kind: string, isWanted: (fields: Fields) => boolean): Found | undefined {
    return this.listed(kind).find(isWanted);
  }

  #isWaiting(record: BatchRecord): boolean {
    return this.#waiting.get(record.kind.name)!.has(record);
  }

  /** Merges rows with records that are not stored yet; some of them replace a row. */
  #joined(kind: string, rows: readonly Found[], waiting: readonly BatchRecord[]): readonly Found[] {
    const waitingIds = this.#waiting.get(kind)!.size === 0 ? undefined : this.#byId.get(kind)!;
    const isReplaced = ({id}: Found) => {
      const record = waitingIds?.get(id);
      return record !== undefined && this.#isWaiting(record);
    };
    return waitingIds === undefined ? rows : [...rows.filter(row => !isReplaced(row)), ...waiting.map(asFound)];
  }

  /** Finds records by value. The index is built on first use, when all records have arrived. */
  #recordsWith(kind: string, field: string, value: unknown): readonly BatchRecord[] {
    const name = `${kind}.${field}`;
    const index = this.#indexes.get(name) ?? new Map<unknown, BatchRecord[]>();
    if (!this.#indexes.has(name)) {
      this.#indexes.set(name, index);
      for (const record of this.recordsOf(kind)) {
        const own = record.fields[field];
        const others = index.get(own) ?? [];
        others.push(record);
        index.set(own, others);
      }
    }
    return index.get(value) ?? [];
  }

  #claimId(record: BatchRecord): void {
    const {kind, fields, issues} = record;
    if (isMissing(fields.id)) {
      return;
    }
    const id = idIn(fields.id);
    const ids = this.#byId.get(kind.name)!;
    if (id === undefined) {
      issues.refuse('id', `must be an integer from 1 to ${largestId}, got ${quote(fields.id)}`);
    } else if (ids.has(id)) {
      issues.refuse('id', `${id} is here twice among ${kind.name}`);
    } else {
      record.id = id;
      ids.set(id, record);
      this.transaction.reserveId(kind, id);
    }
  }

  #claimName(record: BatchRecord): void {
    const {$id: name} = record.fields;
    if (isMissing(name)) {
      return;
    }
    if (!isName(name) || name.startsWith('$')) {
      record.issues.refuse('$id', `must be a name that does not begin with $, got ${quote(name)}`);
    } else if (this.#byName.has(name)) {
      record.issues.refuse('$id', `${quote(name)} is the name of another record already`);
    } else {
      this.#byName.set(name, record);
    }
  }
}
