import {hostForm, isHostName} from '../../intercept/host-name.js';
import type {InterceptOptions} from '../../intercept/interception.js';
import type {Values} from '../options/option-table.js';
import {flag, UsageError, words} from '../options/values.js';

export const interceptOptions = {
  // In the environment CRM_SANDBOX_INTERCEPT tells the command's own processes where they are led.
  intercept: {
    describe:
      'A host that clients believe to talk to, such as api.example.com, and cannot reach: the sandbox answers in its place; may be repeated',
    only: 'flag',
    read: words(hostForm, isHostName),
  },
  allow: {
    describe:
      'With --intercept: a host of a private network, or with --isolate any host, that clients may reach as well; may be repeated',
    read: words('a host, an address or a range such as 10.0.0.0/8'),
  },
  isolate: {
    describe: 'With --intercept: let clients reach no other host but this machine, and what --allow names',
    isBoolean: true,
    read: flag(),
  },
} as const;

export const keyOptions = {
  'key-env': {
    describe: "A variable that gets the sandbox's key for the command, in place of what it holds; may be repeated",
    read: words('the name of a variable', value => /^[A-Za-z_]\w{0,127}$/.test(value)),
  },
} as const;

type Asked = Values<typeof interceptOptions> & {readonly 'lost-answers'?: boolean};

/**
 * What a sandbox is started with, if anything.
 * @throws UsageError for what is only meant together, or never
 */
export function interceptionOf({intercept: hosts, allow, isolate, ...asked}: Asked): InterceptOptions | undefined {
  if (hosts.length === 0) {
    const alone = isolate ? '--isolate' : allow.length > 0 ? '--allow' : undefined;
    if (alone !== undefined) {
      throw new UsageError(`${alone} goes with --intercept, which names the hosts that the sandbox answers for`);
    }
    return undefined;
  }
  if (asked['lost-answers']) {
    throw new UsageError(
      '--lost-answers and --intercept are mutually exclusive: the one gives each run an account by its key, the other takes any key for one account',
    );
  }
  return {hosts, allow, isolate, environment: process.env};
}
