import path from 'node:path';
import yargs from 'yargs';
import {configFileName} from '../../src/cli/options/config-file.js';
import {addOptions} from '../../src/cli/options/option-table.js';
import {readStartOptions, sandboxOf, startTable} from '../../src/cli/options/start-options.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import type {Undo} from './cli.js';
import {withEnvironment} from './cli-here.js';
import {sendRequest} from './http.js';
import './slots.js';

/** The sources of the options. */
interface Sources {
  /** Flags of `start`. */
  readonly words?: readonly string[];
  /** All variables about a sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the configuration file, if any. */
  readonly folder?: string;
}

/** Returns the options that `start` would use. Nothing is started. @throws UsageError */
export function optionsOf({words = [], env = {}, folder}: Sources): StartOptions {
  const file = folder === undefined ? [] : ['--config', path.join(folder, configFileName)];
  return withEnvironment(env, () => {
    const parsed = addOptions(yargs([...words, ...file]), startTable).parseSync();
    const options = readStartOptions(parsed);
    return {...sandboxOf(options), ...(options.port !== undefined && {port: options.port})};
  });
}

/**
 * Starts a sandbox in the test process with flags of `start`, on a free port, until the test ends. Only tests of
 * signals, output or files need a process, which takes longer to start than most tests take to run.
 */
export async function startHere(t: Undo, words: readonly string[] = [], profile = 'small') {
  const sandbox = await startSandbox(optionsOf({words: ['--port', '0', '--profile', profile, ...words]}));
  t.teardown(() => sandbox.close());
  const {url} = sandbox;
  const get = async (path: string, key = 'sandbox-key') => {
    const {text, ...head} = await sendRequest(`${url}${path}`, {
      method: 'GET',
      headers: {authorization: `Bearer ${key}`},
    });
    return new Response(text, head);
  };
  return {url, get, close: () => sandbox.close()};
}
