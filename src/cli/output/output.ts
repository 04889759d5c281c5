import {printableLines} from '../../exchanges/printable.js';
import {beside} from './progress.js';

/** Prints lines on stdout. All output goes through these functions, so that unescaped data never reaches a terminal. */
export const print = (lines: string, onWritten?: () => void): void =>
  beside(() => process.stdout.write(`${printableLines(lines)}\n`, onWritten));

/** Prints lines on stderr, which a program that parses the output does not read. */
export const printError = (lines: string): void => beside(() => process.stderr.write(`${printableLines(lines)}\n`));
