import {type ChildProcess, type ChildProcessByStdio, spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {Readable} from 'node:stream';
import type {ExecutionContext} from 'ava';
import {executable} from './executable.js';
import {sendRequest} from './http.js';
import './slots.js';

/** Replaces `npx crm-sandbox` in a shell line, because npx takes longer than most commands. */
export const withoutNpx = (line: string) => line.replaceAll('npx crm-sandbox', `"${process.execPath}" "${executable}"`);

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The environment without variables about a sandbox. */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name));
  return {...Object.fromEntries(variables), ...more};
}

/** Registers the cleanup of a test. */
export type Undo = Pick<ExecutionContext, 'teardown'>;

/**
 * Runs the command line and collects its output. A process that still runs when the test ends is killed.
 * @param cwd the working directory, which may contain `crm-sandbox.config.json`
 */
export function runCli(
  t: Undo,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = process.cwd(),
) {
  const child = spawn(process.execPath, [executable, ...words], {
    env: environment(env),
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  return {child, ...watch(child)};
}

/** Collects the output of a process, so that a test can wait for a match, and report the output if there is none. */
export function watch(child: ChildProcessByStdio<null, Readable, Readable>) {
  const output = {stdout: '', stderr: ''};
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]): Ended => ({code: code as number | null, ...output}));
  return {output, ended, waitFor: (text: RegExp) => waitFor(child, output, text)};
}

/** Resolves with the match once the output contains it. */
function waitFor(
  child: ChildProcess,
  output: {stdout: string; stderr: string},
  text: RegExp,
): Promise<RegExpMatchArray> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const match = text.exec(`${output.stdout}${output.stderr}`);
      if (match !== null) {
        resolve(match);
      }
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    child.on('close', () => reject(new Error(`ended without ${text}: ${output.stdout}${output.stderr}`)));
    look();
  });
}

/** Starts a sandbox on a free port and waits until it is ready. */
export async function startCli(
  t: Undo,
  words: readonly string[] = [],
  profile = 'small',
  env: Readonly<Record<string, string>> = {},
) {
  const data = ['--from', '--constituents'].some(option => words.includes(option)) ? [] : ['--profile', profile];
  const run = runCli(t, ['start', ...(env.CRM_SANDBOX_PORT ? [] : ['--port', '0']), ...data, ...words], env);
  const [, url = ''] = await run.waitFor(/(http:\/\/[^\s"]+)/);
  const get = async (path: string, key = 'sandbox-key') => {
    const {text, ...head} = await sendRequest(`${url}${path}`, {
      method: 'GET',
      headers: {authorization: `Bearer ${key}`},
    });
    return new Response(text, head);
  };
  return {...run, url, get};
}

/**
 * An environment in which no JDK is found, because running its keytool takes as long as all other preparation of a
 * command. A fake keytool comes first, and has no key store.
 */
export async function withoutJdk(t: Undo) {
  const folder = await newFolder(t);
  await mkdir(path.join(folder, 'bin'));
  await Promise.all(['keytool', 'keytool.exe'].map(name => writeFile(path.join(folder, 'bin', name), '')));
  return {JAVA_HOME: folder};
}

/** Creates a folder that is removed when the test ends. */
export async function newFolder(t: Undo): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'crm-sandbox-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  return folder;
}
