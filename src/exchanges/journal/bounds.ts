const mebibyte = 1024 * 1024;

/** Limits for the journals: of each account, and of all accounts together. */
export interface JournalBounds {
  /** Per account, as is `bytes`. */
  readonly exchanges: number;
  readonly bytes: number;
  readonly bytesOfAll: number;
  /** Requests with changes whose states are kept. Each keeps the tree nodes that its commit copied. */
  readonly changes: number;
  /** Rows changed by these requests: one of them may delete thousands. */
  readonly rows: number;
  /** Listed records of requests whose states were dropped. */
  readonly listedRecords: number;
}

export const usualBounds: JournalBounds = {
  exchanges: 1000,
  bytes: 8 * mebibyte,
  bytesOfAll: 64 * mebibyte,
  changes: 10_000,
  rows: 50_000,
  listedRecords: 10_000,
};

/** Minimum and maximum of each option. */
export const journalRanges = {
  journalRequests: [0, 100_000],
  journalMebibytes: [1, 64],
} as const;

export const boundsOf = (
  requests: number = usualBounds.exchanges,
  mebibytes: number = usualBounds.bytes / mebibyte,
): JournalBounds => ({...usualBounds, exchanges: requests, bytes: mebibytes * mebibyte});
