import {fileURLToPath} from 'node:url';
import {packageFolder} from '../../version.js';

/** Where the preload lies: one file, which imports nothing of the sandbox. */
const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

/**
 * The environment of a command whose Node processes are to tell the lines of their code, and to reach the sandbox
 * where the real service is named. What the user had set is kept, behind the preload: what his own files connect to
 * on their way is seen too.
 */
export function withPreload(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = env.NODE_OPTIONS ?? '';
  const option = `--require ${quoted(preload)}`;
  return {
    ...env,
    NODE_OPTIONS: given.includes(option) ? given : `${option} ${given}`.trim(),
    CRM_SANDBOX_FOLDER: env.CRM_SANDBOX_FOLDER || process.cwd(),
  };
}

/** A word as Node reads it in NODE_OPTIONS: spaces part words, and a backslash means something in quotes alone. */
export const quoted = (word: string): string =>
  /[\s"]/.test(word) ? `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"` : word;
