const mebibyte = 1024 * 1024;

/** How much a journal keeps. */
export interface JournalBounds {
  /** Of one account. */
  readonly exchanges: number;
  /** Of what they take, most of it bodies; of one account. */
  readonly bytes: number;
  /** The same of all accounts. */
  readonly bytesOfAll: number;
}

export const usualBounds: JournalBounds = {exchanges: 1000, bytes: 8 * mebibyte, bytesOfAll: 64 * mebibyte};

/** What may be said of them: the least and the most. */
export const journalRanges = {
  journalRequests: [0, 100_000],
  journalMebibytes: [1, 64],
} as const;

/** The bounds that options stand for. */
export const boundsOf = (
  requests: number = usualBounds.exchanges,
  mebibytes: number = usualBounds.bytes / mebibyte,
): JournalBounds => ({...usualBounds, exchanges: requests, bytes: mebibytes * mebibyte});
