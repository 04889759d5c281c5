import {createHash} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import * as z from 'zod';
import {writeWhole} from '../../persistence/replace-file.js';
import type {Call, Verdict} from '../../sandbox/lost-answers-calls.js';
import type {Case} from '../../sandbox/lost-answers-check.js';
import {UsageError} from '../../sandbox/options/values.js';

const form = z.strictObject({
  format: z.literal(1),
  command: z.string(),
  healed: z.array(z.string()),
  reported: z.array(z.string()),
});

type KnownFile = z.infer<typeof form>;

/** Identifies a call by its content and occurrence, independent of earlier calls. */
const keyOf = ({operation, nth, method, url, body = ''}: Call): string =>
  createHash('sha256')
    .update(JSON.stringify([operation, nth, method, url, body]))
    .digest('hex')
    .slice(0, 24);

/**
 * Reads good verdicts of earlier checks from a file. They depend only on the command's requests, not on its code:
 * delete the file after a change to the retry logic.
 * @param command verdicts of other commands are ignored
 * @throws UsageError if the file has another format
 */
export function readKnown(file: string, command: string): (call: Call) => Verdict | undefined {
  const known = read(file);
  if (known === undefined || known.command !== command) {
    return () => undefined;
  }
  const verdicts = new Map<string, Verdict>([
    ...known.healed.map(key => [key, 'healed'] as const),
    ...known.reported.map(key => [key, 'reported'] as const),
  ]);
  return call => verdicts.get(keyOf(call));
}

export function writeKnown(file: string, command: string, cases: readonly Case[]): void {
  const of = (wanted: Verdict) => cases.flatMap(({verdict, call}) => (verdict === wanted ? [keyOf(call)] : [])).sort();
  const known: KnownFile = {format: 1, command, healed: of('healed'), reported: of('reported')};
  writeWhole(file, [`${JSON.stringify(known, null, 2)}\n`]);
}

function read(file: string): KnownFile | undefined {
  if (!existsSync(file)) {
    return undefined;
  }
  try {
    return form.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) {
      throw new UsageError(`--lost-answers-file ${file} holds no results of such a check; remove it, or name another`);
    }
    throw error;
  }
}
