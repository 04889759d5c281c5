import type {FullExchange} from '../../exchanges/exchange.js';

/** One write of a command: what it asked, and which time it asked for that. */
export interface Call {
  /** The id of the operation: `createGiftOfConstituent`. */
  readonly operation: string;
  /** From 1 on, of all requests for that operation. */
  readonly nth: number;
  readonly method: string;
  /** With its query, but never with a key. */
  readonly url: string;
  /** As it was sent. */
  readonly body?: string;
  /** `src/sync.ts:42`, where the client says so. */
  readonly caller?: string;
}

/** What a command did, as far as the check needs it. */
export interface Conversation {
  /** How many requests it sent. */
  readonly requests: number;
  /** What changed something, in the order in which it was asked for. */
  readonly writes: readonly Call[];
  /** The statuses of refused requests that could have written, each once, with how often. */
  readonly refused: ReadonlyMap<number, number>;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Follows what one account is asked. */
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

/** Those first of which a repetition does most harm: a record more than there should be. */
export const riskiestFirst = (calls: readonly Call[]): Call[] =>
  [...calls].sort((one, other) => riskOf(one) - riskOf(other));

const riskOf = ({operation}: Call): number => {
  const place = risks.findIndex(verb => operation.startsWith(verb));
  return place === -1 ? risks.length : place;
};
