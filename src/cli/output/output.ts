import {beside} from './progress/progress.js';

/** To the person, not to what reads the output: one line on stderr. */
export const printError = (line: string) => beside(() => process.stderr.write(`${line}\n`));

/** What a command answers, on stdout: the line for a person, or with `--json` the reply for a program. */
export function answer(json: boolean, reply: unknown, line: string): void {
  beside(() => process.stdout.write(`${json ? JSON.stringify(reply) : line}\n`));
}
