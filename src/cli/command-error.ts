import {constants} from 'node:os';

/** A failed command: a sentence for stderr and the exit code. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = exitCodes.failure,
  ) {
    super(message);
    this.name = 'CommandError';
  }
}

/** Exit codes. `crm-sandbox --help` lists them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  /** The port is taken, a data file is in use, or nothing responds at the address. */
  unavailable: 3,
  findings: 4,
  verification: 5,
  checks: 6,
  notIntercepted: 7,
  /** `exec` has no permission to run the command; the shell's convention. */
  notExecutable: 126,
  /** `exec` cannot find the command; the shell's convention. */
  commandNotFound: 127,
  /** A signal ended a check, or a second signal forced the exit. */
  interrupted: 130,
} as const;

/** The code of a process, or the signal that ended it. */
export type Exit = [code: number | null, signal: NodeJS.Signals | null];

/** The exit code that a shell reports. */
export const endedBy = (...[code, signal]: Exit): number => (signal === null ? code! : 128 + constants.signals[signal]);
