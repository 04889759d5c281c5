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
  requests: number;
  readonly writes: Call[];
  /** The number of rejected write requests by status. */
  readonly refused: Map<number, number>;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Collects an account's requests. @returns the conversation, and a reader of exchanges that adds to it */
export function conversationOf(account: string) {
  const conversation: Conversation = {requests: 0, writes: [], refused: new Map()};
  const counts = new Map<string, number>();
  const read = (exchange: FullExchange): void => {
    if (exchange.account !== account || exchange.surface !== 'api') {
      return;
    }
    conversation.requests += 1;
    const {operation, method, url, rawBody: body, status, before, after, client} = exchange;
    const nth = (counts.get(operation?.id ?? '') ?? 0) + 1;
    counts.set(operation?.id ?? '', nth);
    if (operation !== undefined && before?.records !== after?.records) {
      const {caller} = client;
      const call = {operation: operation.id, nth, method, url};
      conversation.writes.push({...call, ...(body !== undefined && {body}), ...(caller !== undefined && {caller})});
    } else if (status >= 400 && !reading.has(method)) {
      conversation.refused.set(status, (conversation.refused.get(status) ?? 0) + 1);
    }
  };
  return {conversation, read};
}

/** Repeating a creation does the most harm: an additional record. */
const safestFirst = ['delete', 'detach', 'update', 'attach', 'create'];

const riskOf = ({operation}: Call) => safestFirst.findIndex(verb => operation.startsWith(verb));

export const riskiestFirst = (calls: readonly Call[]): Call[] =>
  [...calls].sort((one, other) => riskOf(other) - riskOf(one));

/** The `--fault` rule for a call: `createGiftOfConstituent#1:lost`. */
export const faultOf = ({operation, nth}: Call): string => `${operation}#${nth}:lost`;

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
export const isGood = (verdict: Verdict): boolean => verdict === 'healed' || verdict === 'reported';

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
