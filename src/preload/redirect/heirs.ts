import type {WorkerOptions} from 'node:worker_threads';
import {isBun, loadInWorkers} from '../bun.js';
import {builtin, replace} from '../replace.js';
import {leadingIn, loading, type Run, variable} from './setting.js';

/**
 * Passes the runs on to the processes and threads that Node or Bun starts, even if they get a separate environment or
 * tests have emptied it. The variable of a nested run is kept.
 * @param file the preload
 * @param text the value of the variable
 */
export function redirectHeirs(file: string, text: string, runs: readonly Run[]): void {
  const child = builtin<typeof import('node:child_process')>('node:child_process');
  const workers = builtin<typeof import('node:worker_threads')>('node:worker_threads');
  /** The variable of a nested run contains all outer runs. */
  const isInside = (given = '') => runs.every(({ca}) => given.includes(JSON.stringify(ca)));
  const led = leadingIn(process.env);
  const joined = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...led,
    ...env,
    ...loading(file, env),
    [variable]: isInside(env[variable]) ? env[variable] : text,
  });
  const {prototype} = child.ChildProcess as unknown as {readonly prototype: {spawn: unknown}};
  replace(prototype, 'spawn', (original, self, [options, ...rest]) => {
    const {envPairs, ...others} = options as {readonly envPairs?: readonly string[]};
    const merged = envPairs === undefined ? options : {...others, envPairs: pairsOf(joined(environmentOf(envPairs)))};
    return original.call(self, merged, ...rest);
  });
  for (const name of ['spawnSync', 'execFileSync', 'execSync'] as const) {
    replace(child, name, (original, self, values) => {
      while (values.at(-1) === undefined && values.length > 1) {
        values.pop(); // options are found by position
      }
      const at = values.findLastIndex(value => typeof value === 'object' && value !== null && !Array.isArray(value));
      const options = (at < 0 ? {} : values[at]) as {readonly env?: NodeJS.ProcessEnv};
      values.splice(at < 0 ? values.length : at, 1, {...options, env: joined(options.env ?? process.env)});
      return original.apply(self, values);
    });
  }
  workers.Worker = new Proxy(workers.Worker, {
    construct(target, [script, options, ...rest]: [unknown, WorkerOptions?, ...unknown[]], made) {
      const env = (options?.env ?? process.env) as NodeJS.ProcessEnv | typeof workers.SHARE_ENV;
      if (env === workers.SHARE_ENV) {
        Object.assign(process.env, joined(process.env));
        return Reflect.construct(target, [script, options, ...rest], made);
      }
      return Reflect.construct(target, [script, {...options, env: joined(env as NodeJS.ProcessEnv)}, ...rest], made);
    },
  });
  if (isBun) {
    loadInWorkers(file);
  }
}

/** Pairs are `NAME=value`. */
const environmentOf = (pairs: readonly string[]): NodeJS.ProcessEnv =>
  Object.fromEntries(pairs.map(pair => [pair.slice(0, pair.indexOf('=', 1)), pair.slice(pair.indexOf('=', 1) + 1)]));

const pairsOf = (env: NodeJS.ProcessEnv): string[] => Object.entries(env).map(([name, value]) => `${name}=${value}`);
