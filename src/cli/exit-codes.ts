import {constants} from 'node:os';

/** What the process ends with. `crm-sandbox --help` tells them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  /** The port is taken, a data file is in use, or nothing answers at the address. */
  unavailable: 3,
  /** `exec`: the client got more wrong than `--fail-on` lets pass. */
  findings: 4,
  /** What was to be verified is not so, or a replay was answered otherwise. */
  verification: 5,
  /** A client made something wrong of a lost answer. */
  lostAnswers: 6,
  /** `exec --intercept`: nothing came over the hosts that were to be intercepted. */
  notIntercepted: 7,
  /** `exec` may not run the command, as a shell says it. */
  notExecutable: 126,
  /** `exec` finds no such command, as a shell says it. */
  commandNotFound: 127,
  /** Stopped at once, by a second signal. */
  interrupted: 130,
} as const;

/** What a shell says of a process that a signal ended. */
export const endedBy = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];
