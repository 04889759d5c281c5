import {printableLines} from '../../exchanges/printable.js';
import {beside} from './progress.js';

/** Prints lines on stdout. All output uses these functions, so that unescaped data never reaches a terminal. */
export const print = (lines: string, onWritten?: () => void): void =>
  beside(() => process.stdout.write(`${printableLines(lines)}\n`, onWritten));

/** Prints lines on stderr, which programs that parse the output ignore. */
export const printError = (lines: string): void => beside(() => process.stderr.write(`${printableLines(lines)}\n`));
