import type {MatchableRequest} from '../../exchanges/matcher.js';
import {pathIn} from '../../exchanges/matcher.js';
import {groupBy} from '../../store/group-by.js';

/** The facts that identify a request in another run. */
export interface CallFacts {
  /** The call chain, the operation and the names of the fields or parameters: a place in the code. */
  readonly site: string;
  readonly keys: string;
  /** The account, the path and the values sent, by path. */
  readonly values: ReadonlyMap<string, string>;
}

/** Characters. Longer values are compared up to this length. */
const maxLength = 1000;

/** @returns undefined for a request that matches no operation */
export function factsOf(request: MatchableRequest & {readonly account?: string | null}): CallFacts | undefined {
  const {operation, url, query, body, client, account} = request;
  if (operation === undefined) {
    return undefined;
  }
  const values = new Map<string, string>([
    ['account', account ?? ''],
    ['path', pathIn(url)],
  ]);
  addValues(values, 'query', query);
  addValues(values, 'body', body);
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  const keys = [...fields, ...Object.keys(query)].sort().join(', ');
  return {site: JSON.stringify([client.caller ?? null, operation.id, keys]), keys, values};
}

function addValues(values: Map<string, string>, path: string, value: unknown): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      addValues(values, `${path}.${name}`, part);
    }
  } else if (value !== undefined) {
    values.set(path, JSON.stringify(value).slice(0, maxLength));
  }
}

/** Identifies the calls of one run in another, ignoring values that differ between runs. */
export class CallNames {
  /** Paths by site. */
  readonly #volatile = new Map<string, ReadonlySet<string>>();

  /** @param runs the calls of both reference runs */
  constructor(runs: readonly [readonly CallFacts[], readonly CallFacts[]]) {
    const [one, other] = runs.map(calls => groupBy(calls, ({site}) => site));
    for (const [site, calls] of one!) {
      const paths = new Set(calls.flatMap(({values}) => [...values.keys()]));
      const sorted = (facts: readonly CallFacts[], path: string) =>
        facts
          .map(({values}) => values.get(path) ?? '')
          .sort()
          .join('\n');
      const differing = [...paths].filter(path => sorted(calls, path) !== sorted(other!.get(site) ?? [], path));
      this.#volatile.set(site, new Set(differing));
    }
  }

  nameOf({site, values}: CallFacts): string {
    const volatile = this.#volatile.get(site);
    return JSON.stringify([site, ...Array.from(values).filter(([path]) => !volatile?.has(path))]);
  }
}

/** Finds one call of the reference in another run. Equal calls are distinguished by their order. */
export class CallFinder {
  #count = 0;

  /** @param nth among the calls with this name, from 1 */
  constructor(
    private readonly names: CallNames,
    private readonly name: string,
    private readonly nth: number,
  ) {}

  get isFound(): boolean {
    return this.#count >= this.nth;
  }

  /** Call this once per request, in order. @returns true for the call */
  isCall(request: Parameters<typeof factsOf>[0]): boolean {
    const facts = factsOf(request);
    if (facts === undefined || this.names.nameOf(facts) !== this.name) {
      return false;
    }
    this.#count += 1;
    return this.#count === this.nth;
  }
}
