import {parseArgs} from 'node:util';
import type {FuzzOptions} from './fuzz.js';

const names = ['seed', 'requests', 'only'] as const;

/**
 * Reads options from the command line, then the environment (`FUZZ_SEED`, `FUZZ_REQUESTS`, `FUZZ_ONLY`), then defaults.
 * @throws Error if a number is invalid
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  defaults: FuzzOptions,
): FuzzOptions {
  const {values} = parseArgs({
    args: [...args],
    options: {seed: {type: 'string'}, requests: {type: 'string'}, only: {type: 'string'}},
  });
  const given = Object.fromEntries(
    names.map(name => [name, values[name] ?? environment[`FUZZ_${name.toUpperCase()}`]]),
  );
  return {
    seed: number('seed', given['seed'], defaults.seed),
    requests: number('requests', given['requests'], defaults.requests),
    ...(given['only'] !== undefined && {only: given['only']}),
  };
}

function number(name: string, text: string | undefined, fallback: number): number {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    throw new Error(`--${name} takes a whole number, not ${text}`);
  }
  return text === undefined ? fallback : Number(text);
}
