/** A file that is no trace, or not all of one: the message says what is wrong with it, and at which line. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}
