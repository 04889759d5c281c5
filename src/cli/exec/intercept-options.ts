import type {InterceptOptions} from '../../intercept/interception.js';
import {UsageError, words} from '../options/values.js';

/** Options of `exec` for a command that reads its key from other variables. */
export const keyOptions = {
  'key-env': {
    describe: "A variable that gets the sandbox's key for the command, in place of what it holds; may be repeated",
    read: words('the name of a variable', value => /^[A-Za-z_]\w{0,127}$/.test(value)),
  },
} as const;

interface InterceptFlags {
  readonly intercept: readonly string[];
  readonly allow: readonly string[];
  readonly isolate: boolean;
  readonly 'lost-answers'?: boolean;
}

/**
 * Returns the option `intercept` of `startSandbox`; undefined if no host is intercepted.
 * @throws UsageError if a flag is missing that another one needs, or two exclude each other
 */
export function interceptionOf({
  intercept: hosts,
  allow,
  isolate,
  ...others
}: InterceptFlags): InterceptOptions | undefined {
  if (hosts.length === 0) {
    const alone = isolate ? '--isolate' : allow.length > 0 ? '--allow' : undefined;
    if (alone !== undefined) {
      throw new UsageError(`${alone} goes with --intercept, which names the hosts that the sandbox answers for`);
    }
    return undefined;
  }
  if (others['lost-answers']) {
    throw new UsageError(
      '--lost-answers and --intercept are mutually exclusive: the one gives each run an account by its key, the other takes any key for one account',
    );
  }
  return {hosts, allow, isolate, environment: process.env};
}
