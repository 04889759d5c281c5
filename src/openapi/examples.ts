import {generateRecords, profiles} from '../../fixtures/index.js';
import {Account} from '../accounts/account.js';
import {frozenClock, parseMoment} from '../accounts/clock.js';
import {execute, type Outcome, replyOf} from '../operations/execute.js';
import type {Operation} from '../operations/operation.js';
import {schema} from '../resources/index.js';
import {settingsOf} from '../settings.js';
import type {Row} from '../store/order.js';
import {exampleBodies} from './example-bodies.js';

type Path = Readonly<Record<string, string>>;

/** A request to an operation, and what a seeded sandbox answers to it. */
export interface Example {
  readonly path: Path;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly reply: object;
}

/** Values of query parameters; pages are short, so that the document is. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  searchConstituents: {'q[]': 'name=a;constituent_type=0', sort: 'date_updated!'},
  searchContactReports: {'q[]': 'original_date_from=2024-01-01'},
  searchGifts: {'q[]': 'gift_amount=gte|100', sort: 'gift_amount!'},
};

/** Asks a small seeded account, the same for every document. */
export class Examples {
  readonly #account = new Account('example', schema, {
    records: generateRecords({constituents: profiles.small}),
    clock: frozenClock(parseMoment('2026-01-01')!),
  });

  /** @throws where the operation takes a body and no example of it was written down, or the example is refused */
  of(operation: Operation): Example {
    const query = {...(operation.reply.kind === 'page' && {limit: '2', offset: '0'}), ...queries[operation.id]};
    const body = exampleBodies[operation.id]?.(kind => this.#rows(kind)[0]!.id);
    const made = this.#paths(operation).map(path => ({path, query, ...(body && {body})}));
    const asked = made.map(request => ({...request, reply: this.#ask(operation, request)}));
    return asked.find(({reply}) => !('items_count' in reply) || reply.items_count !== 0) ?? asked[0]!;
  }

  /** Each is asked of the account as it was seeded. */
  #ask(operation: Operation, {path, query, body}: Omit<Example, 'reply'>): object {
    const account = new Account('example', schema, this.#account.state);
    const address = `http://127.0.0.1:4080${addressOf(operation.path, path)}`;
    const outcome = execute(operation, {path, query, body}, {account, settings: settingsOf(), address: () => address});
    // An account without a change log never waits.
    return replyOf(outcome as Outcome);
  }

  #rows(kind: string): readonly Row[] {
    return this.#account.read(transaction => transaction.rows(kind).listed().toArray());
  }

  /** Paths to ask: of something that is there. */
  #paths({id, path}: Operation): Path[] {
    const [parent = '', parameter, child] = path.split('/').slice(3);
    if (id === 'detachKeyword') {
      const held = this.#rows('constituent_keywords') as unknown as ReadonlyArray<Record<string, number>>;
      return held
        .slice(0, 1)
        .map(row => ({constituent_id: String(row['constituent_id']), id: String(row['keyword_id'])}));
    }
    if (parameter === '{type}') {
      return [{type: 'email_address_types'}];
    }
    if (!parameter?.startsWith('{')) {
      return [{}];
    }
    const name = parameter.slice(1, -1);
    const rows = this.#rows(parent);
    return rows.slice(0, child === undefined ? 1 : undefined).map(row => ({[name]: String(row.id)}));
  }
}

const addressOf = (template: string, path: Path): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name]!);
