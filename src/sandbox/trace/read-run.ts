import querystring from 'node:querystring';
import {exchangeOf, replacing} from '../../exchanges/recording/read-recording.js';
import type {TracedControl, TracedRequest} from '../../exchanges/trace/format.js';
import {TraceError, type TraceReading} from '../../exchanges/trace/read-trace.js';
import {idFieldsOf} from '../../import/parents.js';
import {limits} from '../../limits.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {idIn} from '../../schema/fields.js';
import {parsedJson} from '../../schema/formats.js';
import {isObject} from '../../schema/items.js';
import {kindNamedBy} from '../check/leaves.js';
import {type Call, callOf, kindOfCall} from '../compare/call.js';
import {sightingsIn} from '../compare/sightings.js';

/** A record that a request of the run created. Its id may differ in another run. */
interface CreatedRecord {
  readonly kind: string;
  readonly id: number;
  readonly depth: number;
  /** Among the records of its kind that the request created. */
  readonly place: number;
  /** Equal for corresponding records of two runs. */
  label: string;
}

/** A value as JSON, or the record to which an id refers. */
export type TracedValue = string | CreatedRecord;

/** A request, or a record written by requests. */
export interface TracedItem {
  /** The operation, or the kind of the record. */
  readonly of: string;
  /** `POST /api/v1/groups`, or `groups 3271`. */
  readonly text: string;
  readonly account: string;
  /** The path, or the id. */
  readonly keys: readonly TracedValue[];
  /** By path: `body.gifts[0].fund_id`. For an existing record, only fields that requests have sent. */
  readonly values: Map<string, TracedValue>;
  /** For a record, the caller of the latest request that wrote it. */
  caller: string | undefined;
  readonly created: CreatedRecord[];
  /** 0 if it refers to no created record; otherwise one more than the requests that created them. */
  readonly depth: number;
}

export type TracedRun = Awaited<ReturnType<typeof readRun>>;

/** Characters. Longer values are compared up to this length. */
const longestValue = 1000;

/** Levels of a body. Deeper values are not compared, because the API has none. */
const maxDepth = 20;

/** @throws TraceError if the trace is damaged, truncated or too long */
export async function readRun({head, events}: TraceReading, catalog: Catalog) {
  const reader = new RunReader(catalog);
  let next = await events.next();
  for (; !next.done; next = await events.next()) {
    const event = next.value;
    if (event.type === 'request') {
      reader.add(event);
    } else if (replacing.has(event.operation) && !isMerge(event)) {
      reader.replace(event.params?.['name'] ?? event.account);
    }
  }
  const {calls, records, constituents} = reader;
  return {head, end: next.value, calls, records: [...records.values()], constituents: constituents.size};
}

const isMerge = ({operation, body}: TracedControl): boolean =>
  operation === 'seed' && isObject(body) && body['records'] !== undefined && body['mode'] !== 'replace';

/** The owner of a field, which determines the record that an id refers to. */
interface Owner {
  readonly kind: Kind | undefined;
  /** The account up to a reset, after which ids restart. */
  readonly scope: string;
}

class RunReader {
  readonly calls: TracedItem[] = [];
  /** Their final states. */
  readonly records = new Map<string, TracedItem>();
  /** Constituents that requests refer to or create. */
  readonly constituents = new Set<string>();
  readonly #created = new Map<string, CreatedRecord>();
  readonly #replaced = new Map<string, number>();
  readonly #times = new Set<string>();
  #characters = 0;

  constructor(private readonly catalog: Catalog) {}

  replace(account: string): void {
    this.#replaced.set(account, (this.#replaced.get(account) ?? 0) + 1);
  }

  add(event: TracedRequest): void {
    const {at = '', account, method, url, body, base64, caller, status} = event;
    const exchange = exchangeOf(event, this.#replaced.get(account ?? ''));
    const {path, search, group: scope} = exchange;
    this.#times.add(at);
    this.#characters += body?.length ?? 0;
    if (this.#characters > limits.diffedBodies) {
      const limit = `${limits.diffedBodies / 1024 ** 2} MiB`;
      throw new TraceError(`The trace has more than ${limit} of bodies up to number ${event.n}; trace fewer requests`);
    }
    const recorded = callOf(exchange, this.catalog);
    const owner = {kind: recorded && kindOfCall(recorded, this.catalog), scope};
    const keys = recorded === undefined ? [path] : this.#keysOf(recorded, owner);
    const values = new Map<string, TracedValue>([['status', `${status}`]]);
    if (search !== '') {
      this.#addValues(values, 'query', querystring.parse(search), owner);
    }
    if (body !== undefined || base64 !== undefined) {
      this.#addValues(values, 'body', parsedJson(body) ?? body ?? base64, owner);
    }
    const call: TracedItem = {
      of: recorded?.operation.id ?? (method || 'unreadable'),
      text: `${method} ${url}`,
      account: account ?? '',
      ...{keys, values, caller},
      created: [],
      depth: [...keys, ...values.values()].reduce((depth, value) => Math.max(depth, depthOf(value)), 0),
    };
    this.calls.push(call);
    this.#addChanges(call, event, scope);
    if (event.changes !== undefined && recorded !== undefined) {
      this.#addFields(event.changes, recorded);
    }
  }

  #keysOf({operation, params}: Call, owner: Owner): TracedValue[] {
    return operation.path.split('/').map(part => {
      const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
      return name === undefined ? part : this.#valueOf(name, params[name]!, owner);
    });
  }

  #addValues(values: TracedItem['values'], path: string, value: unknown, owner: Owner, field = path, depth = 0): void {
    if (typeof value !== 'object' || value === null) {
      values.set(path, this.#valueOf(field, value, owner));
      return;
    }
    const parts = depth === maxDepth ? [] : Object.entries(value);
    if (parts.length === 0) {
      values.set(path, Array.isArray(value) ? '[]' : '{}');
    }
    const inner = {...owner, kind: this.catalog.byName.get(field) ?? owner.kind};
    for (const [name, part] of parts) {
      const place: readonly [string, string] = Array.isArray(value) ? [`[${name}]`, field] : [`.${name}`, name];
      this.#addValues(values, `${path}${place[0]}`, part, inner, place[1], depth + 1);
    }
  }

  #valueOf(field: string, value: unknown, {kind, scope}: Owner): TracedValue {
    const [, term = field, found = value] = /^(\w{1,60})=(\d{1,15})$/.exec(`${value}`) ?? [];
    const target = this.#kindOf(term, kind);
    const id = target === undefined ? undefined : idIn(found);
    if (target === 'constituents' && id !== undefined) {
      this.constituents.add(`${scope} ${id}`);
    }
    const isTime = typeof value === 'string' && this.#times.has(value);
    const text = isTime ? 'a time of the run' : (JSON.stringify(value) ?? 'null').slice(0, longestValue);
    return this.#created.get(`${scope} ${target} ${id}`) ?? text;
  }

  #kindOf(field: string, kind: Kind | undefined): string | undefined {
    if (field === 'id') {
      return kind?.name;
    }
    const declared = kind && idFieldsOf(kind)[field];
    const named = () => (/_ids?$/.test(field) ? kindNamedBy(field, this.catalog.kinds) : undefined);
    return typeof declared === 'string' ? declared : named();
  }

  #addChanges(call: TracedItem, {changes = []}: TracedRequest, scope: string): void {
    const {account, caller} = call;
    for (const {change, collection: kind, id} of changes) {
      const key = `${scope} ${kind} ${id}`;
      if (change === 'created') {
        const place = call.created.filter(record => record.kind === kind).length;
        call.created.push({kind, id, depth: call.depth, place, label: ''});
        this.#created.set(key, call.created.at(-1)!);
        if (kind === 'constituents') {
          this.constituents.add(`${scope} ${id}`);
        }
      }
      const own = this.#created.get(key);
      const facts = {of: kind, text: `${kind} ${id}`, account, created: [], depth: 0};
      const record = this.records.get(key) ?? {...facts, keys: [own ?? `${id}`], values: new Map(), caller};
      this.records.set(key, Object.assign(record, {caller}));
      if (change === 'deleted' && own !== undefined) {
        this.records.delete(key);
      } else if (change === 'deleted') {
        record.values.clear();
        record.values.set('deleted', 'true');
      }
    }
  }

  /** Adds the fields of written records from the response. */
  #addFields(changes: NonNullable<TracedRequest['changes']>, call: Call): void {
    const {body, reply, exchange} = call;
    const {group: scope} = exchange;
    const written = new Set(changes.map(({collection, id}) => `${collection} ${id}`));
    for (const {kind, id, fields} of reply === undefined ? [] : sightingsIn(call, reply, this.catalog)) {
      const isWritten = written.has(`${kind.name} ${id}`);
      const record = isWritten ? this.records.get(`${scope} ${kind.name} ${id}`)! : undefined;
      const isNew = typeof record?.keys[0] === 'object';
      for (const [name, value] of record === undefined ? [] : Object.entries(fields)) {
        if (isNew || (isObject(body) && name in body)) {
          this.#addValues(record!.values, name, value, {kind, scope});
        }
      }
    }
  }
}

const depthOf = (value: TracedValue): number => (typeof value === 'string' ? 0 : value.depth + 1);
