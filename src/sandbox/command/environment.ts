import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {loading} from '../../preload/redirect/setting.js';
import {packageFolder} from '../../version.js';
import type {Led} from './intercepted.js';

/** A single file without imports from the sandbox. */
const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

export const preloadOption = loading(preload, {}).NODE_OPTIONS;

/** Python runs the file `sitecustomize.py` of the first folder in PYTHONPATH that has one. */
const pythonFolder = fileURLToPath(new URL('python/callers', packageFolder));

const withPythonFolder = (given = ''): string => {
  const folders = given === '' ? [] : given.split(path.delimiter); // an empty entry would be the working folder
  return [pythonFolder, ...folders.filter(folder => folder !== pythonFolder)].join(path.delimiter);
};

/**
 * Adds the preload to a command's environment. Processes of Node, Bun and Python then report lines of their code, and
 * those of Node and Bun send requests for the real service to the sandbox. The user's own settings are kept.
 */
export const withPreload = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ...loading(preload, env),
  PYTHONPATH: withPythonFolder(env['PYTHONPATH']),
  CRM_SANDBOX_FOLDER: env.CRM_SANDBOX_FOLDER || process.cwd(),
});

interface Access {
  readonly url: string;
  readonly key: string;
  readonly interception?: Led | undefined;
  readonly further: Readonly<Record<string, string>>;
}

/** The environment of a command that uses a sandbox: this process's own, with the sandbox's URL and key. */
export async function environmentOf({url, key, interception, further}: Access): Promise<NodeJS.ProcessEnv> {
  const environment = withPreload({...process.env, CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key, ...further});
  if (interception === undefined) {
    return environment;
  }
  const {interceptedEnvironment} = await import('./intercepted.js');
  return interceptedEnvironment(environment, interception);
}
