import type {Found} from '../operations/kinds/context.js';
import type {ImportContext, ImportedRecord, Kind} from '../operations/kinds/kind.js';
import {type Fields, idIn, largestId, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing, isName} from '../schema/items.js';
import {groupBy} from '../store/group-by.js';
import type {Transaction} from '../store/transaction.js';

export interface JsonObject {
  fields: Fields;
  readonly issues: Issues;
}

export interface BatchRecord extends JsonObject, ImportedRecord {
  readonly kind: Kind;
  /** The record that contains it, and the array in which it is nested. */
  readonly owner?: {readonly record: BatchRecord; readonly field: string} | undefined;
  /** 0 until an id is assigned. */
  id: number;
}

interface KindRecords {
  readonly records: BatchRecord[];
  readonly byId: Map<number, BatchRecord>;
  /** Records without a row yet. */
  readonly waiting: Set<BatchRecord>;
}

const asFound = ({fields, id}: BatchRecord): Found => ({...fields, id});

/**
 * All records of an import, including nested and implied ones. Lookups search the batch and the account: a record that
 * replaces a row hides that row.
 */
export class ImportBatch implements ImportContext {
  /** In order of arrival. */
  readonly all: BatchRecord[] = [];
  /** Records with a local name, by that name. */
  readonly named = new Map<string, BatchRecord>();
  readonly #ofKind: ReadonlyMap<string, KindRecords>;
  readonly #indexes = new Map<string, Map<unknown, BatchRecord[]>>();

  /** @param kinds importable kinds by name; kinds that others refer to come first */
  constructor(
    readonly kinds: ReadonlyMap<string, Kind>,
    readonly transaction: Transaction,
  ) {
    this.#ofKind = new Map(
      Array.from(kinds.keys(), name => [name, {records: [], byId: new Map(), waiting: new Set<BatchRecord>()}]),
    );
  }

  /** The number of records by kind, for kinds with records. */
  get counts(): ReadonlyMap<string, number> {
    const counts = Array.from(this.#ofKind, ([name, {records}]) => [name, records.length] as const);
    return new Map(counts.filter(([, count]) => count > 0));
  }

  recordsOf(kind: string): readonly BatchRecord[] {
    return this.#ofKind.get(kind)!.records;
  }

  isGiven(kind: string, id: number): boolean {
    return this.#ofKind.get(kind)!.byId.has(id);
  }

  add(kind: string, fields: Fields, issues: Issues): void {
    this.addRecord(this.kinds.get(kind)!, {fields, issues});
  }

  addRecord(kind: Kind, {fields, issues}: JsonObject, owner?: BatchRecord['owner']): BatchRecord {
    const record: BatchRecord = {kind, fields, issues, owner, id: 0};
    const {records, waiting} = this.#ofKind.get(kind.name)!;
    this.all.push(record);
    records.push(record);
    waiting.add(record);
    this.#claimId(record);
    this.#claimName(record);
    return record;
  }

  /** Assigns an unused id to a record without one. */
  assignId(record: BatchRecord): void {
    if (record.id === 0) {
      record.id = this.transaction.takeId(record.kind);
      this.#ofKind.get(record.kind.name)!.byId.set(record.id, record);
    }
  }

  /** From now on, lookups use the record's row. */
  markStored(record: BatchRecord): void {
    this.#ofKind.get(record.kind.name)!.waiting.delete(record);
  }

  get(kind: string, id: number): Found | undefined {
    const {byId, waiting} = this.#ofKind.get(kind)!;
    const record = byId.get(id);
    return record !== undefined && waiting.has(record)
      ? asFound(record)
      : (this.transaction.rows(kind).get(id) as Found | undefined);
  }

  where(kind: string, field: string, value: string | number): readonly Found[] {
    const rows = this.transaction.rows(kind).where(field as 'id', value as number);
    return this.#joined(kind, rows.toArray() as Found[], this.#recordsWith(kind, field, value));
  }

  listed(kind: string): readonly Found[] {
    const rows = this.transaction.rows(kind).listed().toArray() as Found[];
    return this.#joined(kind, rows, [...this.#ofKind.get(kind)!.waiting]);
  }

  find(kind: string, isWanted: (fields: Fields) => boolean): Found | undefined {
    return this.listed(kind).find(isWanted);
  }

  /** Merges rows with records that are not stored yet; some of them replace a row. */
  #joined(kind: string, rows: readonly Found[], records: readonly BatchRecord[]): readonly Found[] {
    const {byId, waiting} = this.#ofKind.get(kind)!;
    if (waiting.size === 0) {
      return rows;
    }
    const left = rows.filter(({id}) => !waiting.has(byId.get(id)!));
    return [...left, ...records.filter(record => waiting.has(record)).map(asFound)];
  }

  /** Finds records by value. The index is built on first use, when the batch is complete. */
  #recordsWith(kind: string, field: string, value: unknown): readonly BatchRecord[] {
    const name = `${kind}.${field}`;
    const index = this.#indexes.get(name) ?? groupBy(this.recordsOf(kind), ({fields}) => fields[field]);
    this.#indexes.set(name, index);
    return index.get(value) ?? [];
  }

  #claimId(record: BatchRecord): void {
    const {kind, fields, issues} = record;
    if (isMissing(fields.id)) {
      return;
    }
    const id = idIn(fields.id);
    const ids = this.#ofKind.get(kind.name)!.byId;
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
    } else if (this.named.has(name)) {
      record.issues.refuse('$id', `${quote(name)} is the name of another record already`);
    } else {
      this.named.set(name, record);
    }
  }
}
