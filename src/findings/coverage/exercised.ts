import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {hasTerm, writtenParts} from '../terms.js';
import {type Possible, possibleOf, termOf} from './possible.js';

/** The status classes after which a retry counts. */
export const retriedAfter = ['429', '5xx'] as const;

export type RetriedAfter = (typeof retriedAfter)[number];

/** The exercised parts of one operation. It stores only names of the contract, so its size is bounded. */
export class Exercised {
  readonly statuses = new Set<string>();
  readonly fields = new Set<string>();
  readonly terms = new Set<string>();
  readonly retries = new Set<RetriedAfter>();
  hasTurnedPage = false;
  readonly #operation: Operation;
  readonly #possible: Possible;
  /** The last status, as a fast path: most requests repeat it. */
  #last = 0;

  constructor(operation: Operation) {
    this.#operation = operation;
    this.#possible = possibleOf(operation);
  }

  /** Fields and terms count only if the service accepted the request. */
  note(exchange: FullExchange): void {
    const {status, query, body} = exchange;
    if (status !== this.#last) {
      this.#last = status;
      this.statuses.add(String(status));
    }
    if (status !== 200) {
      return;
    }
    for (const name in query) {
      this.#noteParameter(name, exchange);
    }
    if (body !== undefined && this.fields.size < this.#possible.fields.length) {
      this.#noteFields(body, '');
    }
  }

  /** Merges the coverage of another account. */
  add({statuses, fields, terms, retries, hasTurnedPage}: Exercised): void {
    const pairs = [
      [this.statuses, statuses],
      [this.fields, fields],
      [this.terms, terms],
      [this.retries, retries],
    ] as ReadonlyArray<readonly [Set<string>, Set<string>]>;
    for (const [own, others] of pairs) {
      for (const name of others) {
        own.add(name);
      }
    }
    this.hasTurnedPage ||= hasTurnedPage;
  }

  #noteParameter(name: string, exchange: FullExchange): void {
    if (name === 'q' || name === 'q[]') {
      for (const {name: term = ''} of this.terms.size < this.#possible.terms.length ? writtenParts(exchange) : []) {
        if (hasTerm(this.#operation, term)) {
          this.terms.add(termOf(term));
        }
      }
    } else if (this.#possible.terms.includes(name)) {
      this.terms.add(name);
      this.hasTurnedPage ||= name === 'offset' && this.#possible.hasPages && Number(exchange.query['offset']) > 0;
    }
  }

  /** Notes the fields that the operation has. The first elements of a long array are enough. */
  #noteFields(value: unknown, at: string): void {
    if (Array.isArray(value)) {
      for (const element of value.slice(0, mostElements)) {
        this.#noteFields(element, at);
      }
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, pointer] of this.#possible.fieldsWithin.get(at) ?? []) {
        if (Object.hasOwn(value, name)) {
          this.fields.add(pointer);
          this.#noteFields((value as Record<string, unknown>)[name], pointer);
        }
      }
    }
  }
}

const mostElements = 20;
