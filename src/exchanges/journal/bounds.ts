const mebibyte = 1024 * 1024;

/** Limits for the journals: of each account, and of all accounts together. */
export interface JournalBounds {
  /** For one account, as is `bytes`. */
  readonly exchanges: number;
  readonly bytes: number;
  readonly bytesOfAll: number;
  /** Requests that changed something and still have their states. Each keeps the tree nodes that its commit copied. */
  readonly changes: number;
  /** Rows that these requests changed: one of them may delete thousands. */
  readonly rows: number;
  /** Records listed by changes whose states were dropped. */
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

/** The least and the most that the options accept. */
export const journalRanges = {
  journalRequests: [0, 100_000],
  journalMebibytes: [1, 64],
} as const;

export const boundsOf = (
  requests: number = usualBounds.exchanges,
  mebibytes: number = usualBounds.bytes / mebibyte,
): JournalBounds => ({...usualBounds, exchanges: requests, bytes: mebibytes * mebibyte});
