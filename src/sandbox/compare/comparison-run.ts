import {Account} from '../../accounts/account.js';
import {frozenClock} from '../../accounts/clock.js';
import {importRecords} from '../../import/import-records.js';
import {execute} from '../../operations/execute.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {SentQuery} from '../../operations/reply.js';
import {type Fields, idIn} from '../../schema/fields.js';
import {Issues} from '../../schema/issues.js';
import {apiVersion} from '../../schema/replies.js';
import {readConditions} from '../../search/term.js';
import {type Assumptions, type Settings, settingsOf} from '../../settings.js';
import {groupBy} from '../../store/group-by.js';
import type {Records} from '../../store/records.js';
import {type Call, hasSucceeded, isCreate, kindOfCall, recordsInPath} from './call.js';
import {pairAlike} from './compare-values.js';
import {itemsOf, type Sighting, sightingsIn} from './sightings.js';
import type {LoadedState} from './starting-state.js';

/** The sandbox's response to a recorded request. */
export interface Executed {
  readonly status: number;
  readonly body: Fields;
  /** All items of a list, regardless of the requested page. */
  readonly items: readonly Fields[];
  /** The kinds of record that a search reads. */
  readonly searched: readonly string[];
}

const everything = 1_000_000;

const asFields = ({id, fields}: Sighting): Fields => ({...fields, id});

/** Executes recorded requests in order on a separate account. */
export class ComparisonRun {
  readonly #account: Account;
  readonly #settings: Settings;
  readonly #start: Records;

  constructor(
    {records}: LoadedState,
    private readonly catalog: Catalog,
    assume: Assumptions,
  ) {
    this.#settings = settingsOf({assume});
    this.#start = records;
    const state = {records, clock: frozenClock(0)};
    this.#account = new Account('compare', catalog.schema, state, state, undefined, this.#settings);
  }

  /** Executes a request, and makes the account follow the service: the same ids, and the same writes. */
  async execute(call: Call): Promise<Executed> {
    const account = this.#account;
    await account.setClock(frozenClock(call.exchange.at));
    const before = account.state;
    await this.#reserveId(call);
    const executed = await this.#execute(call, call.query);
    const isWrite = call.operation.method !== 'GET';
    const isDone = executed.status < 300;
    await this.#keepIdsFree(before.records.nextIds);
    if (isDone && hasSucceeded(call)) {
      await this.#takeIds(call, executed);
    } else if (isDone && isWrite && call.exchange.status >= 300) {
      await account.replaceState(before);
    } else if (!isDone && isWrite && hasSucceeded(call)) {
      await this.#follow(call).catch(() => account.replaceState(before));
    }
    return executed;
  }

  async #execute(call: Call, query: SentQuery): Promise<Executed> {
    const {status, body} = await this.#respond(call, query, this.#settings);
    if (call.operation.reply.kind !== 'page' || status >= 300) {
      return {status, body, items: [], searched: []};
    }
    const all = {...query, limit: `${everything}`, offset: '0'};
    const {body: whole} = await this.#respond(call, all, {...this.#settings, maxLimit: everything});
    return {status, body, items: itemsOf(whole.items), searched: this.#searchedBy(call)};
  }

  async #respond({operation, params, body, exchange}: Call, query: SentQuery, settings: Settings) {
    const context = {account: this.#account, settings, address: () => `http://localhost${exchange.path}`};
    const {reply, refusal} = await execute(operation, {path: params, query, body}, context);
    if (refusal !== undefined) {
      const {status, error, description, details} = refusal;
      return {status, body: {api_version: apiVersion, error, description, ...details}};
    }
    return {status: 200, body: JSON.parse(`${reply}`) as Fields};
  }

  #searchedBy({operation, query}: Call): string[] {
    const terms = operation.search?.terms ?? [];
    const written = ['q[]', 'q'].flatMap(name => query[name] ?? []);
    const context = {transaction: this.#account.begin(), settings: this.#settings};
    return terms.length === 0 ? [] : readConditions(terms, written, context, Issues.none()).map(({of}) => of);
  }

  /** Reserves the recorded id for a new record with nested ones. */
  async #reserveId(call: Call): Promise<void> {
    const {name} = kindOfCall(call, this.catalog);
    const id = isCreate(call) && hasSucceeded(call) ? idIn(call.reply!.id) : undefined;
    const {records} = this.#account.state;
    const isFree = id !== undefined && records.collections.get(name).get(id) === undefined;
    if (isFree && this.catalog.schema.childrenOf(name).length > 0) {
      await this.#account.replaceState(({records: {collections, nextIds}, clock}) => ({
        records: {collections, nextIds: nextIds.with([[name, id]])},
        clock,
      }));
    }
  }

  /** Prevents reuse of ids, because a reserved one may be lower than those of other records. */
  async #keepIdsFree(before: Records['nextIds']): Promise<void> {
    await this.#account.replaceState(({records: {collections, nextIds}, clock}) => ({
      records: {collections, nextIds: nextIds.map((next, name) => Math.max(next, before.get(name)))},
      clock,
    }));
  }

  /** Gives new records the ids of the recorded ones, including those created as a side effect. */
  async #takeIds(call: Call, {body, items}: Executed): Promise<void> {
    const there = sightingsIn(call, call.reply!, this.catalog);
    const here = sightingsIn(call, {...body, items}, this.catalog);
    const without = (some: readonly Sighting[], others: readonly Sighting[]) =>
      some.filter(({kind, id}) => others.every(other => other.kind !== kind || other.id !== id));
    const [recorded, made] = [without(there, here), without(here, there)];
    if (recorded.length === 0 || made.length === 0) {
      return;
    }
    await this.#account.write(transaction => {
      for (const kind of new Set(made.map(({kind}) => kind))) {
        const loaded = this.#start.collections.get(kind.name);
        const isNew = ({kind: own, id}: Sighting) => own === kind && loaded.get(id) === undefined;
        const [some, others] = [recorded.filter(one => one.kind === kind), made.filter(isNew)];
        for (const [{id: to}, {id: from}] of pairAlike(some.map(asFields), others.map(asFields))) {
          const row = transaction.rows(kind.name).get(Number(from));
          const isTaken = transaction.rows(kind.name).get(Number(to)) !== undefined;
          if (row !== undefined && !isTaken && this.catalog.schema.childrenOf(kind.name).length === 0) {
            transaction.remove(kind, row.id);
            transaction.put(kind, {...row, id: Number(to)});
            transaction.reserveId(kind, Number(to));
          }
        }
      }
    });
  }

  /** Repeats the service's effect of a write that the sandbox rejected, so that later requests match. */
  async #follow(call: Call): Promise<void> {
    const {catalog} = this;
    await this.#account.write(async transaction => {
      if (call.operation.method === 'DELETE') {
        for (const {kind, id} of recordsInPath(call, catalog).slice(-1)) {
          transaction.remove(kind, id);
        }
        return;
      }
      const kinds = groupBy(sightingsIn(call, call.reply!, catalog), ({kind}) => kind.name);
      const records = Array.from(kinds, ([kind, sightings]) => [kind, sightings.map(asFields)]);
      await importRecords(Object.fromEntries(records), transaction, catalog);
    });
  }
}
