import * as z from 'zod';
import {formatTimestamp} from '../../accounts/clock.js';
import {ApiError} from '../../errors.js';
import {importRecords} from '../../import/import-records.js';
import {idFieldsOf} from '../../import/parents.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import type {Fields} from '../../schema/fields.js';
import type {Issue} from '../../schema/issue.js';
import {Issues} from '../../schema/issues.js';
import {unwrap} from '../../schema/parse-body.js';
import {groupBy} from '../../store/group-by.js';
import {type Records, recordsFrom} from '../../store/records.js';
import {Transaction} from '../../store/transaction.js';
import type {Call} from './call.js';
import {type ShownRecord, ShownRecords} from './shown-records.js';

/** The data of an account before the first recorded request, as far as it is recorded. */
export type LoadedState = Awaited<ReturnType<typeof startingState>>;

/** A record to import: one to load, or a later state that is removed afterwards. */
interface ImportEntry extends Pick<ShownRecord, 'kind' | 'fields'> {
  readonly name: string;
  readonly record?: ShownRecord;
  attempts: number;
}

/** Each attempt fixes up to 20 issues of a kind. */
const maxAttempts = 500;

/**
 * Loads the recorded state of each record before its first write. Records that the recording creates, and later states,
 * are imported for the records that they refer to, and then removed.
 */
export async function startingState(calls: readonly Call[], catalog: Catalog) {
  const shown = new ShownRecords(catalog);
  for (const call of calls) {
    shown.read(call);
  }
  shown.addReferences();
  const loader = new Loader(shown, catalog, formatTimestamp(calls[0]?.exchange.at ?? 0));
  const records = await loader.load();
  const loaded = new Map(Array.from(records.collections, ([name, rows]) => [name, rows.listed().total]));
  const stubs = shown.all.filter(({isStub, isCreated}) => isStub && !isCreated).length;
  return {records, shown, loaded, stubs, refused: loader.refused};
}

class Loader {
  #entries: ImportEntry[];
  readonly #dropped = new Set<ImportEntry['record']>();
  /** The number of records that the import rejected even as stubs. */
  refused = 0;

  constructor(
    private readonly shown: ShownRecords,
    private readonly catalog: Catalog,
    private readonly now: string,
  ) {
    this.#entries = [
      ...shown.all.map(entryOf),
      ...shown.later.map(({kind, fields}, index) => laterEntry(kind, fields, index)),
    ];
  }

  async load(): Promise<Records> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const lists = groupBy(this.#entries, ({kind}) => kind.name);
      const issues = Issues.none(true);
      const transaction = new Transaction(this.catalog.schema, recordsFrom(this.catalog.schema), () => this.now);
      try {
        const {ids} = await importRecords(recordsIn(lists), transaction, this.catalog, issues);
        this.#removeOthers(ids, transaction);
        return transaction.result();
      } catch (error) {
        if (!(error instanceof ApiError)) {
          throw error;
        }
        this.#settle(issues.refused, lists);
      }
    }
    this.refused += this.#entries.length;
    return recordsFrom(this.catalog.schema);
  }

  #removeOthers(ids: ReadonlyMap<string, number>, transaction: Transaction): void {
    for (const {name, kind, record} of this.#entries) {
      const id = record === undefined ? ids.get(name)! : record.id;
      const isOther = record === undefined || record.isCreated;
      if (isOther && transaction.rows(kind.name).get(id) !== undefined) {
        transaction.remove(kind, id);
      }
    }
  }

  #settle(refused: readonly Issue[], lists: ReadonlyMap<string, readonly ImportEntry[]>): void {
    for (const {code, path} of refused) {
      const [, kind, index, field] = path;
      const entry = lists.get(`${kind}`)?.[Number(index)];
      if (code !== 'more' && entry !== undefined && typeof field === 'string') {
        this.#settleField(entry, field);
      }
    }
  }

  /** Adds a placeholder for a missing field, and removes a value that the import rejects. */
  #settleField(entry: ImportEntry, field: string): void {
    const {kind, fields, record} = entry;
    entry.attempts += 1;
    if (entry.attempts > Object.keys(kind.output!.shape).length * 2) {
      this.#drop(entry);
      return;
    }
    const isMissing = fields[field] === undefined || fields[field] === null;
    if (record !== undefined) {
      record.isStub = true;
    }
    if (!isMissing) {
      delete fields[field];
      return;
    }
    const to = idFieldsOf(kind)[field];
    const other = typeof to === 'string' ? this.catalog.byName.get(to) : undefined;
    fields[field] = other === undefined ? placeholder(kind, field) : this.#stub(other);
    if (fields[field] === undefined) {
      this.#drop(entry);
    }
  }

  #drop(entry: ImportEntry): void {
    this.#entries = this.#entries.filter(other => other !== entry);
    this.#dropped.add(entry.record);
    this.refused += 1;
  }

  /** The id of a placeholder record; undefined if the import rejects it. */
  #stub(kind: Kind): number | undefined {
    const record = this.shown.get(kind, 1);
    if (this.#dropped.has(record)) {
      return undefined;
    }
    if (this.#entries.every(entry => entry.record !== record)) {
      this.#entries.push(entryOf(record));
    }
    return record.id;
  }
}

const entryOf = (record: ShownRecord): ImportEntry => ({
  name: `${record.kind.name}${record.id}`,
  kind: record.kind,
  fields: {...record.fields},
  record,
  attempts: 0,
});

/** A later state has no id, because the record itself has it. */
function laterEntry(kind: Kind, fields: Fields, index: number): ImportEntry {
  const unique = (kind.unique ?? []) as readonly string[];
  const others = Object.fromEntries(Object.entries(fields).filter(([name]) => !unique.includes(name)));
  return {name: `later${index}`, kind, fields: others, attempts: 0};
}

const recordsIn = (lists: ReadonlyMap<string, readonly ImportEntry[]>): Fields =>
  Object.fromEntries(
    Array.from(lists, ([kind, entries]) => [
      kind,
      entries.map(({fields, record, name}) => ({...fields, ...(record ? {id: record.id} : {$id: name})})),
    ]),
  );

const candidates = ['Stub', 1, '2000-01-01', 'stub@example.com', false, []];

/** A value that a field accepts; undefined if none is known. */
function placeholder({body, output}: Kind, field: string): unknown {
  const shapes = [body?.shape[field], output!.shape[field]] as Array<z.ZodType | undefined>;
  const words = shapes
    .map(schema => schema && unwrap(schema))
    .flatMap(schema => (schema instanceof z.ZodEnum ? schema.options : []));
  const isTaken = (value: unknown) => shapes.every(schema => schema?.safeParse(value).success ?? true);
  return [...words, ...candidates].find(isTaken);
}
