import type {ImportContext} from '../operations/kinds/importer.js';
import type {Kind} from '../operations/kinds/kind.js';
import type {Found} from '../operations/kinds/lookup.js';
import {type Fields, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {idIn, isMissing, isName, largestId} from '../schema/items.js';
import type {Transaction} from '../store/transaction.js';
import type {BatchRecord, JsonObject} from './batch-record.js';

/**
 * All records that come together, those that stand nested in others and those that others imply among them. Looks
 * records up in the batch as well as in the account: where one replaces a row, the row is not seen any more.
 */
export class ImportBatch implements ImportContext {
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly #all: BatchRecord[] = [];
  readonly #byKind: ReadonlyMap<string, BatchRecord[]>;
  readonly #byId: ReadonlyMap<string, Map<number, BatchRecord>>;
  readonly #waiting: ReadonlyMap<string, Set<BatchRecord>>;
  readonly #byName = new Map<string, BatchRecord>();

  /** @param kinds those that can be imported, by name, those that others point at first */
  constructor(
    kinds: ReadonlyMap<string, Kind>,
    readonly transaction: Transaction,
  ) {
    this.kinds = kinds;
    this.#byKind = new Map(Array.from(kinds.keys(), name => [name, []]));
    this.#byId = new Map(Array.from(kinds.keys(), name => [name, new Map()]));
    this.#waiting = new Map(Array.from(kinds.keys(), name => [name, new Set()]));
  }

  /** Every record, in the order in which they came; those added on the way come along. */
  get all(): readonly BatchRecord[] {
    return this.#all;
  }

  /** The records that have a local name, by that name. */
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

  /** Gives each record that brings no id one that no record has. */
  handOutIds(): void {
    for (const record of this.#all) {
      if (record.id === 0) {
        record.id = this.transaction.takeId(record.kind);
        this.#byId.get(record.kind.name)!.set(record.id, record);
      }
    }
  }

  /** From now on the record's row counts. */
  markStored(record: BatchRecord): void {
    this.#waiting.get(record.kind.name)!.delete(record);
  }

  get(kind: string, id: number): Found | undefined {
    const record = this.#byId.get(kind)!.get(id);
    return record === undefined || !this.#waiting.get(kind)!.has(record)
      ? (this.transaction.rows(kind).get(id) as Found | undefined)
      : {...record.fields, id};
  }

  where(kind: string, field: string, value: string | number): readonly Found[] {
    const rows = this.transaction.rows(kind).where(field as 'id', value as number);
    return this.#withWaiting(kind, rows.toArray() as Found[], fields => fields[field] === value);
  }

  listed(kind: string): readonly Found[] {
    return this.#withWaiting(kind, this.transaction.rows(kind).listed().toArray() as Found[], () => true);
  }

  find(kind: string, isWanted: (fields: Fields) => boolean): Found | undefined {
    return this.listed(kind).find(isWanted);
  }

  /** Rows, and the records that still wait to be stored, some of them in place of a row. */
  #withWaiting(kind: string, rows: readonly Found[], isWanted: (fields: Fields) => boolean): readonly Found[] {
    const waiting = [...this.#waiting.get(kind)!];
    if (waiting.length === 0) {
      return rows;
    }
    const replaced = new Set(waiting.map(({id}) => id));
    const wanted = waiting.filter(({fields}) => isWanted(fields)).map(({fields, id}) => ({...fields, id}));
    return [...rows.filter(({id}) => !replaced.has(id)), ...wanted];
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
