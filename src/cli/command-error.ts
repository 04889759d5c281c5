import {exitCodes} from './exit-codes.js';

/** A failed command: a sentence for stderr, and the exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failure,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}
