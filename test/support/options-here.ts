import path from 'node:path';
import yargs from 'yargs';
import {configFileName} from '../../src/cli/options/config-file.js';
import {addOptions} from '../../src/cli/options/option-table.js';
import {readStartOptions, sandboxOf, startTable} from '../../src/cli/options/start-options.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import type {Undo} from './cli.js';
import {withEnvironment} from './cli-here.js';
import {ask} from './http.js';
import './slots.js';

/** Where the options stand that a test reads. */
interface Said {
  /** Flags of `start`. */
  readonly words?: readonly string[];
  /** All that the environment says of a sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  /** The folder of the file of options, if there is to be one. */
  readonly folder?: string;
}

/** What `start` would start, if these options were given to it. Nothing is started. @throws UsageError */
export function optionsOf({words = [], env = {}, folder}: Said): StartOptions {
  const file = folder === undefined ? [] : ['--config', path.join(folder, configFileName)];
  return withEnvironment(env, () => {
    const parsed = addOptions(yargs([...words, ...file]), startTable).parseSync();
    const options = readStartOptions(parsed);
    return {...sandboxOf(options), ...(options.port !== undefined && {port: options.port})};
  });
}

/**
 * The sandbox that `start` would start with these flags, on a free port, in the test's own process until the test ends.
 * A process takes longer to begin than most tests take to ask: it is for what is done with signals, output or files.
 */
export async function startHere(t: Undo, words: readonly string[] = [], profile = 'small') {
  const sandbox = await startSandbox(optionsOf({words: ['--port', '0', '--profile', profile, ...words]}));
  t.teardown(() => sandbox.close());
  const {url} = sandbox;
  const get = async (path: string, key = 'sandbox-key') => {
    const {text, ...head} = await ask(`${url}${path}`, {method: 'GET', headers: {authorization: `Bearer ${key}`}});
    return new Response(text, head);
  };
  return {url, get, close: () => sandbox.close()};
}
