const mebibyte = 1024 * 1024;

/** The maximum of exchanges and bytes for one account, and of bytes for all accounts together. */
export interface JournalBounds {
  readonly exchanges: number;
  readonly bytes: number;
  readonly bytesOfAll: number;
}

export const usualBounds: JournalBounds = {exchanges: 1000, bytes: 8 * mebibyte, bytesOfAll: 64 * mebibyte};

/** The least and the most that the options accept. */
export const journalRanges = {
  journalRequests: [0, 100_000],
  journalMebibytes: [1, 64],
} as const;

export const boundsOf = (
  requests: number = usualBounds.exchanges,
  mebibytes: number = usualBounds.bytes / mebibyte,
): JournalBounds => ({...usualBounds, exchanges: requests, bytes: mebibytes * mebibyte});
