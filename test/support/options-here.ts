import path from 'node:path';
import yargs from 'yargs';
import {configFileName} from '../../src/cli/options/config-file.js';
import {addOptions} from '../../src/cli/options/option-table.js';
import {readStartOptions, sandboxOf, startTable} from '../../src/cli/options/start-options.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {withEnvironment} from './cli-here.js';

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
