import {generateRecords, profiles} from '../../fixtures/index.js';
import {Account} from '../accounts/account.js';
import {frozenClock, parseMoment} from '../accounts/clock.js';
import {preview} from '../operations/execute.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Example as KindExample} from '../operations/kinds/kind.js';
import type {Operation} from '../operations/operation.js';
import type {Fields} from '../schema/fields.js';
import {settingsOf} from '../settings.js';
import type {Row} from '../store/order.js';

type PathValues = Readonly<Record<string, string>>;

export interface OperationExample {
  readonly path: PathValues;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly reply: object;
}

/** Executes example requests on a small seeded account, which is the same for every document. */
export class Examples {
  readonly #account: Account;
  readonly #ofKinds: ReadonlyMap<string, KindExample>;

  constructor(catalog: Catalog) {
    this.#account = new Account('example', catalog.schema, {
      records: generateRecords(catalog, {constituents: profiles.small}),
      clock: frozenClock(parseMoment('2026-01-01')!),
    });
    this.#ofKinds = new Map(catalog.kinds.flatMap(({examples = {}}) => Object.entries(examples)));
  }

  /** @throws if the example request fails */
  of(operation: Operation): OperationExample {
    const own = this.#ofKinds.get(operation.id);
    // Pages are short to keep the document small.
    const query = {...(operation.reply.kind === 'page' && {limit: '2', offset: '0'}), ...own?.query};
    const body = own?.body?.(kind => this.#rows(kind)[0]!.id);
    const paths = own?.path === undefined ? this.#paths(operation) : [own.path(this.#rows)];
    const requests = paths.map(path => ({path, query, ...(body && {body})}));
    const examples = requests.map(request => ({...request, reply: this.#execute(operation, request)}));
    return examples.find(({reply}) => !('items_count' in reply) || reply.items_count !== 0) ?? examples[0]!;
  }

  /** Each request uses the freshly seeded account. */
  #execute(operation: Operation, {path, query, body}: Omit<OperationExample, 'reply'>): object {
    const address = `http://127.0.0.1:4080${addressOf(operation.path, path)}`;
    const context = {account: this.#account, settings: settingsOf(), address: () => address};
    return JSON.parse(preview(operation, {path, query, body}, context));
  }

  readonly #rows = (kind: string) => this.#account.begin().rows(kind).listed().toArray() as ReadonlyArray<Row & Fields>;

  /** Example paths, with ids of existing records. */
  #paths({path}: Operation): PathValues[] {
    const [parent = '', parameter, child] = path.split('/').slice(3);
    if (!parameter?.startsWith('{')) {
      return [{}];
    }
    const name = parameter.slice(1, -1);
    const rows = this.#rows(parent);
    return rows.slice(0, child === undefined ? 1 : undefined).map(row => ({[name]: String(row.id)}));
  }
}

const addressOf = (template: string, path: PathValues): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name]!);
