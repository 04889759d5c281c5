/** A request to the service and its response, as a recording has them. */
export interface RecordedExchange {
  /** Its place in the recording, counted from 1. */
  readonly number: number;
  /** Exchanges of different groups share no data: they are of other accounts, or a reset is between them. */
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
  /** The body of the response; undefined if the recording does not hold it whole. */
  readonly reply: string | undefined;
  /** The response is an injected fault. */
  readonly isFault: boolean;
}

/** A file that is no recording. The message gives a position in the file, and never its text. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}
