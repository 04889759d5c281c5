import type {Options} from 'yargs';
import {type Profile, profiles} from '../../fixtures/index.js';
import {choice, environmentName, flag, integerBetween, moment, word, words} from './values.js';

/** What `start` takes; each also from the environment, where a flag wins. */
const startOptions = {
  port: {
    describe: 'Port to listen on; 0 takes a free one [default: 4080]',
    coerce: integerBetween('port', 0, 65_535),
  },
  host: {describe: 'Address to listen on [default: 127.0.0.1]', coerce: word('host', 'a host name or address')},
  'allow-host': {
    describe: "A name besides localhost that requests may be sent to, such as a container's; may be repeated",
    coerce: words('allow-host', 'a host name'),
  },
  seed: {
    describe: 'The same seed gives the same data, byte for byte [default: 1]',
    coerce: integerBetween('seed', 0, 2 ** 31 - 1),
  },
  profile: {
    describe: 'How much data: empty, small, default or large',
    coerce: choice('profile', Object.keys(profiles) as Profile[]),
  },
  constituents: {
    describe: "How many constituents, instead of a profile's number",
    coerce: integerBetween('constituents', 0, 1_000_000),
  },
  now: {describe: 'Freeze the clock at this moment, such as 2026-01-01T00:00:00Z', coerce: moment('now')},
  key: {
    describe: 'A further key that may do anything; may be repeated',
    coerce: words('key', 'a key without spaces'),
  },
  cors: {describe: 'Let web pages of other origins use it', boolean: true, coerce: flag('cors')},
  json: {describe: 'Write JSON lines, on stdout and in the log', boolean: true, coerce: flag('json')},
  quiet: {describe: 'Log nothing but faults', boolean: true, coerce: flag('quiet')},
} as const;

/** As yargs takes them: what is no flag is text, so that every value is checked here and nowhere guessed. */
export const yargsOptions = Object.fromEntries(
  Object.entries(startOptions).map(([name, option]): [string, Options] => [
    name,
    'boolean' in option ? option : {...option, type: 'string', requiresArg: true},
  ]),
);

/** What the environment says of options; an empty variable says nothing. */
export function fromEnvironment(environment: NodeJS.ProcessEnv): Record<string, string | boolean> {
  const said = Object.entries(startOptions).flatMap(([name, option]) => {
    const value = environment[environmentName(name)];
    // yargs would take any text but "true" for false.
    return value ? [[name, 'boolean' in option ? option.coerce(value) : value] as const] : [];
  });
  return Object.fromEntries(said);
}

type OptionName = keyof typeof startOptions;

export type StartArguments = {readonly [name in OptionName]: ReturnType<(typeof startOptions)[name]['coerce']>};
