import type {WorkerOptions} from 'node:worker_threads';
import {builtin} from '../builtin.js';
import {requiring} from '../node-options.js';
import {replace} from '../replace.js';
import {variable} from './setting.js';

/**
 * Processes and threads that Node starts are redirected too, where they get an environment of their own or tests have
 * emptied the one that there is: what is missing is put in again.
 * @param file what they must load
 * @param text the value of the variable
 */
export function redirectHeirs(file: string, text: string): void {
  const child = builtin<typeof import('node:child_process')>('node:child_process');
  const workers = builtin<typeof import('node:worker_threads')>('node:worker_threads');
  const joined = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...env,
    NODE_OPTIONS: requiring(file, env.NODE_OPTIONS),
    [variable]: text,
  });
  replace(
    child.ChildProcess.prototype as unknown as {spawn: unknown},
    'spawn',
    original =>
      function (options, ...rest) {
        const {envPairs, ...others} = options as {readonly envPairs?: readonly string[]};
        const told = envPairs === undefined ? options : {...others, envPairs: pairsOf(joined(environmentOf(envPairs)))};
        return original.call(this, told, ...rest);
      },
  );
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    replace(
      child,
      name,
      original =>
        function (...values) {
          while (values.at(-1) === undefined && values.length > 1) {
            values.pop(); // options are found by their place
          }
          const at = values.findLastIndex(
            value => typeof value === 'object' && value !== null && !Array.isArray(value),
          );
          const options = (at < 0 ? {} : values[at]) as {readonly env?: NodeJS.ProcessEnv};
          values.splice(at < 0 ? values.length : at, 1, {...options, env: joined(options.env ?? process.env)});
          return original.apply(this, values);
        },
    );
  }
  workers.Worker = new Proxy(workers.Worker, {
    construct(target, [script, options, ...rest]: [unknown, WorkerOptions?, ...unknown[]], made) {
      const env = (options?.env ?? process.env) as NodeJS.ProcessEnv | typeof workers.SHARE_ENV;
      const told = env === workers.SHARE_ENV ? options : {...options, env: joined(env as NodeJS.ProcessEnv)};
      return Reflect.construct(target, [script, told, ...rest], made);
    },
  });
}

/** `NAME=value`, as the system takes them. */
const environmentOf = (pairs: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=', 1)), pair.slice(pair.indexOf('=', 1) + 1)]));

const pairsOf = (env: NodeJS.ProcessEnv): string[] => Object.entries(env).map(([name, value]) => `${name}=${value}`);
