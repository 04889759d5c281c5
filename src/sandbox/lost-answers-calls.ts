import type {FullExchange} from '../exchanges/exchange.js';
import type {StateComparison} from '../faults/compare-states.js';

/** A write of a command, identified by operation and occurrence. */
export interface Call {
  /** The operation's id: `createGiftOfConstituent`. */
  readonly operation: string;
  /** From 1, among all requests for that operation. */
  readonly nth: number;
  readonly method: string;
  /** Includes the query, but never a key. */
  readonly url: string;
  readonly body?: string;
  /** `src/sync.ts:42`, if the client sends it. */
  readonly caller?: string;
}

/** The requests of one run, as far as the check needs them. */
export interface Conversation {
  readonly requests: number;
  readonly writes: readonly Call[];
  /** The number of rejected write requests by status. */
  readonly refused: ReadonlyMap<number, number>;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export class ConversationReader {
  readonly #account: string;
  readonly #counts = new Map<string, number>();
  readonly #writes: Call[] = [];
  readonly #refused = new Map<number, number>();
  #requests = 0;

  constructor(account: string) {
    this.#account = account;
  }

  readonly read = (exchange: FullExchange): void => {
    if (exchange.account !== this.#account || exchange.surface !== 'api') {
      return;
    }
    this.#requests += 1;
    const {operation, method, url, rawBody, status, before, after, client} = exchange;
    const nth = operation === undefined ? 0 : (this.#counts.get(operation.id) ?? 0) + 1;
    if (operation !== undefined) {
      this.#counts.set(operation.id, nth);
    }
    if (operation !== undefined && before?.records !== after?.records) {
      const {caller} = client;
      const body = rawBody === undefined ? {} : {body: rawBody};
      this.#writes.push({operation: operation.id, nth, method, url, ...body, ...(caller !== undefined && {caller})});
    } else if (status >= 400 && !reading.has(method)) {
      this.#refused.set(status, (this.#refused.get(status) ?? 0) + 1);
    }
  };

  get conversation(): Conversation {
    return {requests: this.#requests, writes: this.#writes, refused: this.#refused};
  }
}

const risks = ['create', 'attach', 'update', 'detach', 'delete'];

/** Sorts creations first: repeating one does the most harm, an additional record. */
export const riskiestFirst = (calls: readonly Call[]): Call[] =>
  [...calls].sort((one, other) => riskOf(one) - riskOf(other));

const riskOf = ({operation}: Call): number => {
  const place = risks.findIndex(verb => operation.startsWith(verb));
  return place === -1 ? risks.length : place;
};

export interface CommandEnd {
  /** The exit code; undefined if the run timed out. */
  readonly code?: number;
}

/**
 * `healed`: the final state is the same as without the fault. `reported`: the command failed and stored nothing wrong.
 * `not reached`: the command never repeated the request, so the outcome is unknown.
 */
export type Verdict = 'healed' | 'reported' | 'duplicated' | 'lost' | 'corrupt' | 'hung' | 'not reached';

/** Verdicts with which a build may pass. */
const good: ReadonlySet<Verdict> = new Set(['healed', 'reported']);

export const isGood = (verdict: Verdict): boolean => good.has(verdict);

/** @param wasHit true if the response was actually lost */
export function verdictOf({code}: CommandEnd, {duplicated, lost, corrupt}: StateComparison, wasHit: boolean): Verdict {
  if (code === undefined) {
    return 'hung';
  }
  if (!wasHit) {
    return 'not reached';
  }
  if (corrupt.length > 0) {
    return 'corrupt';
  }
  if (duplicated.length > 0) {
    return 'duplicated';
  }
  if (code !== 0) {
    return 'reported'; // a failed command need not have written the rest
  }
  return lost.length > 0 ? 'lost' : 'healed';
}
