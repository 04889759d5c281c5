import {printableLines} from '../../exchanges/printable.js';
import {beside} from './progress.js';

/** Prints lines on stdout. Commands print with these functions only, so that no data reaches a terminal as it came. */
export const print = (lines: string, onWritten?: () => void): void =>
  beside(() => process.stdout.write(`${printableLines(lines)}\n`, onWritten));

/** Prints lines on stderr: for a person, not for a program that reads the output. */
export const printError = (lines: string): void => beside(() => process.stderr.write(`${printableLines(lines)}\n`));

/** Prints the result of a command: text for a person or, with `--json`, the reply for a program. */
export const answer = (json: boolean, reply: unknown, lines: string): void =>
  print(json ? JSON.stringify(reply) : lines);
