import type {Operation} from './contract.js';
import {fieldsOf, itemsOf, type JsonSchema} from './json-schema.js';

/** Every field of a body, with those of what it nests: `email_addresses[].address`. */
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

/** What an operation can be asked with: `''` for itself, fields of its body, parameters of its query. */
export const partsOf = ({body, parameters}: Operation): string[] => [
  '',
  ...(body === undefined ? [] : fieldNames(body.schema)),
  ...parameters.filter(({in: place}) => place === 'query').map(({name}) => `?${name}`),
];

/** What was asked, and what of it the server took. */
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

  /** How many replies had each status, by status. */
  get statuses(): ReadonlyArray<readonly [number, number]> {
    return [...this.#statuses].sort(([a], [b]) => a - b);
  }

  /** Notes a request that got a 200. */
  take({id}: Operation, body: unknown, query: ReadonlyArray<readonly [string, string]>): void {
    const parts = this.#parts.get(id);
    for (const part of ['', ...fieldsIn(body), ...query.map(([name]) => `?${name}`)]) {
      if (parts?.has(part)) {
        parts.set(part, true);
      }
    }
  }

  /** Operations that never gave a 200. */
  get neverTaken(): string[] {
    return Array.from(this.#parts, ([id, parts]) => (parts.get('') ? '' : id)).filter(id => id !== '');
  }

  /** How many fields of bodies and parameters of queries there are, and how many were in a request that got a 200. */
  get parts(): {readonly all: number; readonly taken: number} {
    const parts = [...this.#parts.values()].flatMap(parts => [...parts].filter(([part]) => part !== ''));
    return {all: parts.length, taken: parts.filter(([, taken]) => taken).length};
  }
}
