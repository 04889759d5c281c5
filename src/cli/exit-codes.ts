/** What the process ends with. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  /** The port is taken. */
  unavailable: 3,
  /** Stopped at once, by a second signal. */
  interrupted: 130,
} as const;
