import {exitCodes} from './exit-codes.js';

/** Why a command did not do what was asked: a sentence for stderr, and what the process ends with. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failure,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}
