/** A recorded request to the service and its response. */
export interface RecordedExchange {
  /** The position in the recording, starting at 1. */
  readonly number: number;
  /** Exchanges of different groups share no data: they belong to different accounts, or a reset separates them. */
  readonly group: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly search: string;
  readonly body: string | undefined;
  /** 0 without a response. */
  readonly status: number;
  /** The body of the response; undefined if the recording does not contain all of it. */
  readonly reply: string | undefined;
  /** True if the response is an injected fault. */
  readonly isFault: boolean;
}

/** An invalid recording. The message contains a position in the file, but never its text. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
