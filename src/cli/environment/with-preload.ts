import {fileURLToPath} from 'node:url';
import {requiring} from '../../preload/node-options.js';
import {packageFolder} from '../../version.js';

/** A single file that imports nothing else of the sandbox. */
const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

/**
 * Adds the preload to a command's environment. It makes Node processes report lines of their code, and routes requests
 * for the real service to the sandbox. The user's own settings are kept.
 */
export const withPreload = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NODE_OPTIONS: requiring(preload, env.NODE_OPTIONS),
  CRM_SANDBOX_FOLDER: env.CRM_SANDBOX_FOLDER || process.cwd(),
});
