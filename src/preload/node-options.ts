/**
 * NODE_OPTIONS with a file that is loaded before all else; what was there is kept, behind it: what the user's own files
 * connect to on their way is seen too.
 */
export function requiring(file: string, given = ''): string {
  const option = `--require ${quoted(file)}`;
  return given.includes(option) ? given : `${option} ${given}`.trim();
}

/** A word as Node reads it in NODE_OPTIONS: spaces part words, and a backslash means something in quotes alone. */
const quoted = (word: string): string =>
  /[\s"]/.test(word) ? `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : word;
