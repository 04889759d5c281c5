import type {Operation} from './contract.js';
import {fieldsOf, itemsOf, type JsonSchema} from './json-schema.js';

/** Returns every field of a body, including nested fields: `email_addresses[].address`. */
function fieldNames(schema: JsonSchema, before = ''): string[] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const items = itemsOf(field);
    return [before + name, ...(items === undefined ? [] : fieldNames(items, `${before}${name}[].`))];
  });
}

function fieldsIn(value: unknown, before = ''): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(inner === null ? [] : [before + name]),
    ...(Array.isArray(inner) ? inner.flatMap(item => fieldsIn(item, `${before}${name}[].`)) : []),
  ]);
}

/** Returns the parts of a request to an operation: `''` for the operation itself, body fields and query parameters. */
export const partsOf = ({body, parameters}: Operation): string[] => [
  '',
  ...(body === undefined ? [] : fieldNames(body.schema)),
  ...parameters.filter(({in: place}) => place === 'query').map(({name}) => `?${name}`),
];

/** Records the requests of a run and which parts of them succeeded. */
export class Coverage {
  readonly #statuses = new Map<number, number>();
  readonly #parts: ReadonlyMap<string, Map<string, boolean>>;

  constructor(operations: readonly Operation[]) {
    this.#parts = new Map(
      operations.map(operation => [operation.id, new Map(partsOf(operation).map(part => [part, false]))]),
    );
  }

  count(status: number): void {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
  }

  get requests(): number {
    return [...this.#statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** The number of responses with each status, sorted by status. */
  get statuses(): ReadonlyArray<readonly [number, number]> {
    return [...this.#statuses].sort(([a], [b]) => a - b);
  }

  /** Records a request with a 200 response. */
  take({id}: Operation, body: unknown, query: ReadonlyArray<readonly [string, string]>): void {
    const parts = this.#parts.get(id);
    for (const part of ['', ...fieldsIn(body), ...query.map(([name]) => `?${name}`)]) {
      if (parts?.has(part)) {
        parts.set(part, true);
      }
    }
  }

  /** Operations without a 200 response. */
  get neverTaken(): string[] {
    return Array.from(this.#parts, ([id, parts]) => (parts.get('') ? '' : id)).filter(id => id !== '');
  }

  /** The number of body fields and query parameters, and of those that were in a request with a 200 response. */
  get parts(): {readonly all: number; readonly taken: number} {
    const parts = [...this.#parts.values()].flatMap(parts => [...parts].filter(([part]) => part !== ''));
    return {all: parts.length, taken: parts.filter(([, taken]) => taken).length};
  }
}
