import {parseArgs} from 'node:util';
import type {FuzzOptions} from './fuzz.js';

const names = ['seed', 'requests', 'only'] as const;

/**
 * What the command line asks for, then the environment (`FUZZ_SEED`, `FUZZ_REQUESTS`, `FUZZ_ONLY`), then the usual.
 * @throws where a number is none
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  usual: FuzzOptions,
): FuzzOptions {
  const {values} = parseArgs({
    args: [...args],
    options: {seed: {type: 'string'}, requests: {type: 'string'}, only: {type: 'string'}},
  });
  const given = Object.fromEntries(
    names.map(name => [name, values[name] ?? environment[`FUZZ_${name.toUpperCase()}`]]),
  );
  return {
    seed: number('seed', given['seed'], usual.seed),
    requests: number('requests', given['requests'], usual.requests),
    ...(given['only'] !== undefined && {only: given['only']}),
  };
}

function number(name: string, text: string | undefined, usual: number): number {
  if (text !== undefined && !/^\d{1,9}$/.test(text)) {
    throw new Error(`--${name} takes a whole number, not ${text}`);
  }
  return text === undefined ? usual : Number(text);
}
