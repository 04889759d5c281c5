/** How long an answer is held back, in milliseconds. */
export type Delay =
  | {readonly fixed: number}
  | {readonly uniform: {readonly min: number; readonly max: number}}
  | {readonly lognormal: {readonly median: number; readonly p99: number}};

/** What is done to a request; times in milliseconds unless a name says seconds. */
export type Fault =
  /** Answered with an error of the service, or with the page of a gateway. */
  | {readonly status: number; readonly retry_after?: number | undefined; readonly html?: boolean | undefined}
  /** The connection is reset. */
  | {readonly reset: true}
  /** The connection is closed without a byte. */
  | {readonly empty: true}
  /** Never answered. */
  | {readonly hold: true}
  /** The answer breaks off; its length is that of the whole. */
  | {readonly truncate: {readonly bytes: number} | {readonly fraction: number}}
  /** JSON that ends in the middle, whole as far as HTTP can tell. */
  | {readonly malformed: true}
  /** A page of HTML with the status 200. */
  | {readonly wrong_type: true}
  | {readonly delay: Delay}
  /** The answer comes in chunks of so many bytes, with pauses between them. */
  | {readonly dribble: {readonly chunk: number; readonly pause: number}}
  /** A read answers by the account as it was so many requests ago, or seconds of its clock. */
  | {readonly stale_read: {readonly requests: number} | {readonly seconds: number}}
  /** 429 for the requests of a key that come after `n` in any window of the account's clock. */
  | {readonly rate_limited: {readonly n: number; readonly window: number}};

/** The kinds, as they are named in a rule. */
export const faultKinds = [
  'status',
  'reset',
  'empty',
  'hold',
  'truncate',
  'malformed',
  'wrong_type',
  'delay',
  'dribble',
  'stale_read',
  'rate_limited',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Before the service does what is asked, or once it has done it, when the answer alone is lost. */
export type When = 'before' | 'after-commit';

export const kindOf = (fault: Fault): FaultKind => faultKinds.find(kind => kind in fault)!;

/** The longest that a fault makes anybody wait, and the longest that a reply is held. Milliseconds. */
export const longestDelay = 5 * 60_000;
