import {createInterface} from 'node:readline';
import {printable} from '../../exchanges/printable.js';
import {parsePrivateJson} from '../../exchanges/recording/private-json.js';
import {CommandError, exitCodes} from '../command-error.js';
import {printError} from '../output/output.js';
import {endWork} from '../output/progress.js';
import type {listedTexts} from './texts.js';

export const hasTerminal = (): boolean => Boolean(process.stdin.isTTY && process.stderr.isTTY);

/** Asks the user at the terminal. @param isHidden true to hide the input */
export async function prompt(question: string, isHidden = false): Promise<string> {
  endWork();
  printError(question);
  const lines = createInterface({input: process.stdin, terminal: isHidden});
  const answer = new Promise<string>((resolve, reject) => {
    const stop = () => reject(new CommandError('Nothing was written', exitCodes.interrupted));
    lines.once('line', resolve).once('SIGINT', stop).once('close', stop);
  });
  return answer.finally(() => lines.close());
}

/** A text as one line: itself, or JSON if necessary. */
export const lineOf = (text: string): string =>
  text.startsWith('"') || text !== printable(text).trim() ? JSON.stringify(text) : text;

/** The texts of a file with one text per line. @throws CommandError that names a line, but nothing of its text */
export function reviewedTexts(content: string, file: string): ReadonlySet<string> {
  const texts = content.split(/\r?\n/).map((line, index) => {
    try {
      return line.startsWith('"') ? String(parsePrivateJson(line)) : line;
    } catch (error) {
      throw new CommandError(`${file}, line ${index + 1}, ${(error as Error).message}`);
    }
  });
  return new Set(texts);
}

/** Prints all texts for the file. @returns true if the user wants to keep those that need review */
export async function wantsToKeep({suspicious, others, own}: ReturnType<typeof listedTexts>): Promise<boolean> {
  const paragraph = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [`${title}:`, ...texts.map(text => `  ${lineOf(text)}`), ''];
  printError(
    [
      ...paragraph('Texts that may name a person or a home', suspicious),
      ...paragraph('Other texts of this account', others),
      ...paragraph("Words of the service's own lists, which are kept", own),
      'To choose among them, stop here. --list prints them, and --reviewed FILE keeps those that a person left.',
    ].join('\n'),
  );
  let answer = '';
  while (!/^[krs]$/i.test(answer)) {
    answer = (await prompt("Keep this account's texts (k), replace all of them (r), or stop (s)?")).trim();
  }
  if (/s/i.test(answer)) {
    throw new CommandError('Nothing was written');
  }
  return /k/i.test(answer);
}
