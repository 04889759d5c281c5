import {fileURLToPath} from 'node:url';
import {requiring} from '../../preload/node-options.js';
import {packageFolder} from '../../version.js';

/** Where the preload lies: one file, which imports nothing of the sandbox. */
const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

/**
 * The environment of a command whose Node processes are to tell the lines of their code, and to reach the sandbox
 * where the real service is named. What the user had set is kept.
 */
export const withPreload = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NODE_OPTIONS: requiring(preload, env.NODE_OPTIONS),
  CRM_SANDBOX_FOLDER: env.CRM_SANDBOX_FOLDER || process.cwd(),
});
