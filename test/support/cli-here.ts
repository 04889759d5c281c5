import type {TestFn} from 'ava';
import {commands, run} from '../../src/cli/index.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/start-sandbox.js';
import type {Ended} from './cli.js';
import {sendRequest} from './http.js';

/** Runs the command line in the test process, because starting a process for each of hundreds of calls is slow. */

/** Output, exit code and environment belong to the process, so calls run one after the other. */
let last: Promise<unknown> = Promise.resolve();

type Environment = Readonly<Record<string, string>>;

/**
 * Runs a command that ends by itself, and collects its output, but not the output of processes started by `exec`.
 * @param env all `CRM_SANDBOX_` and `GITHUB_` variables
 */
export function runHere(words: readonly string[], env: Environment = {}, list = commands): Promise<Ended> {
  const ended = last.then(() => runAlone(words, env, list));
  last = ended.catch(() => undefined);
  return ended;
}

async function runAlone(words: readonly string[], env: Environment, list: typeof commands): Promise<Ended> {
  const restoreEnvironment = setEnvironment(env);
  const output = {stdout: collect(process.stdout), stderr: collect(process.stderr)};
  const {exitCode} = process;
  process.exitCode = undefined;
  try {
    await run(words, list);
    const code = Number(process.exitCode ?? 0);
    return {code, stdout: output.stdout.text(), stderr: output.stderr.text()};
  } finally {
    process.exitCode = exitCode;
    output.stdout.restore();
    output.stderr.restore();
    restoreEnvironment();
  }
}

/** Calls `work` with only these variables about a sandbox in the environment. */
export function withEnvironment<T>(env: Environment, work: () => T): T {
  const restore = setEnvironment(env);
  try {
    return work();
  } finally {
    restore();
  }
}

/** @returns a function that restores the environment */
function setEnvironment(env: Environment): () => void {
  const before = {...process.env};
  const replaceBy = (wanted: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env).filter(name => !(name in wanted))) {
      delete process.env[name];
    }
    Object.assign(process.env, wanted);
  };
  const kept = Object.entries(before).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name));
  replaceBy({...Object.fromEntries(kept), ...env});
  return () => replaceBy(before);
}

/** Collects what is written to a stream. `restore` also removes the command's error listeners. */
function collect(stream: NodeJS.WriteStream) {
  const {write} = stream;
  const listeners = new Set(stream.listeners('error'));
  const chunks: Buffer[] = [];
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string));
    const done = rest.find(word => typeof word === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as typeof stream.write;
  return {
    text: () => Buffer.concat(chunks).toString(),
    restore: () => {
      stream.write = write;
      for (const listener of stream.listeners('error').filter(listener => !listeners.has(listener))) {
        stream.off('error', listener as () => void);
      }
    },
  };
}

/** Shares one sandbox among all tests of a file, and runs commands against it. */
export function shareSandbox(test: TestFn, options: StartOptions = {}) {
  let sandbox: RunningSandbox;
  test.before(async () => {
    sandbox = await startSandbox({profile: 'small', ...options});
  });
  test.after.always(() => sandbox.close());
  return {
    get url() {
      return sandbox.url;
    },
    run: (words: readonly string[], env: Environment = {}) => runHere(words, {CRM_SANDBOX_URL: sandbox.url, ...env}),
    /** Sends an HTTP request as the account of a key. */
    async call(key: string, method: string, where: string, body?: object): Promise<Record<string, unknown>> {
      const headers = {authorization: `Bearer ${key}`, 'content-type': 'application/json'};
      const {text} = await sendRequest(`${sandbox.url}${where}`, {method, headers, body: body && JSON.stringify(body)});
      return JSON.parse(text);
    },
  };
}
