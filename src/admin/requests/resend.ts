import type {KeptExchange} from '../../exchanges/journal/kept-exchange.js';

/** What became of a request that was sent again. */
export interface Resent {
  /** Its number in the account that it was sent to. */
  readonly seq: number;
  /** 0 where a fault kept it from being answered. */
  readonly status: number;
}

/** Where a request is sent again. */
export interface ResendTo {
  readonly account: string;
  /** Whether that is a copy of the account that it was sent to: it is sent with a key that may do anything there. */
  readonly isCopy: boolean;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request again as a client would, with `console` for its caller.
 * @throws ApiError where nothing is known of what became of it
 */
export type Resend = (exchange: KeptExchange, to: ResendTo) => Promise<Resent>;
