import {execFile} from 'node:child_process';
import {readdir, readFile, readlink} from 'node:fs/promises';
import {promisify} from 'node:util';
import {shortened} from './output/format.js';

/** @returns the output of a program. @throws the system's own error if it cannot run or fails */
const runProgram = (file: string, words: readonly string[], options: {readonly timeout?: number} = {}) =>
  promisify(execFile)(file, words, options);

/** The words of a process, separated by spaces or NUL; empty if access is denied or the process has ended. */
const commandLineOf = (pid: number): Promise<string> =>
  process.platform === 'linux'
    ? readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : runProgram('ps', ['-o', 'command=', '-p', `${pid}`]).then(
        ({stdout}) => stdout,
        () => '',
      );

/**
 * The process that listens on a local port, with its command line, which may be truncated or empty; undefined if access
 * is denied, as for another user's process.
 */
export async function whoListens(port: number) {
  const pid = process.platform === 'linux' ? await onLinux(port) : await byLsof(port);
  if (pid === undefined) {
    return undefined;
  }
  const text = (await commandLineOf(pid)).replaceAll(/[\0\s]+/g, ' ').trim();
  return {pid, command: shortened(text, 80)};
}

async function byLsof(port: number): Promise<number | undefined> {
  const result = await runProgram('lsof', ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']).catch(() => undefined);
  return Number.parseInt(result?.stdout ?? '', 10) || undefined;
}

async function onLinux(port: number): Promise<number | undefined> {
  const tables = await Promise.all(['tcp', 'tcp6'].map(name => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')));
  const sockets = new Set(tables.flatMap(table => socketsOf(table, port)));
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  for (const pid of sockets.size === 0 ? [] : pids) {
    const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
    const links = await Promise.all(open.map(fd => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
    if (links.some(link => sockets.has(link))) {
      return Number(pid);
    }
  }
  return undefined;
}

/** Parses `sl local_address rem_address st ... inode`: state 0A is a listening socket. */
function socketsOf(table: string, port: number): string[] {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return table
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(wanted) && state === '0A')
    .map(fields => `socket:[${fields[9]}]`);
}

/** Matches `node bin/crm-sandbox.js start`, with words separated by spaces or NUL. */
const commandLine = /(?:^|[\\/])crm-sandbox(?:\.js)?[\0 ]/;

/** True if the process runs crm-sandbox. It may still be a zombie, or belong to another user. */
export async function isSandboxProcess(pid: number): Promise<boolean> {
  return process.platform === 'win32' ? isAlive(pid) : commandLine.test(await commandLineOf(pid));
}

/** A permission error means that the process exists, but belongs to another user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
