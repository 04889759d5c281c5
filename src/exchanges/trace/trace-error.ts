/** An invalid or truncated trace: the message names the problem and the line. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}
