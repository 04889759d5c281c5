import type {KeptExchange} from '../../exchanges/journal/kept-exchange.js';

export interface Resent {
  /** Its number in the receiving account. */
  readonly seq: number;
  /** 0 if a fault prevented a response. */
  readonly status: number;
}

export interface ResendTo {
  readonly account: string;
  /** True if the receiver is a copy of the original account: the request then uses a key with full access. */
  readonly isCopy: boolean;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request again as a client would, with `console` as its caller.
 * @throws ApiError if the outcome is unknown
 */
export type Resend = (exchange: KeptExchange, to: ResendTo) => Promise<Resent>;
