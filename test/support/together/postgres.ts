import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import pg from 'pg';
import {freePort} from '../free-port.js';

/** Debian's folder with the programs of all versions. */
const versions = '/usr/lib/postgresql';

function findPrograms(): string | undefined {
  const found = existsSync(versions) ? readdirSync(versions) : [];
  const folders = found.map(version => path.join(versions, version, 'bin'));
  return folders.find(folder => existsSync(path.join(folder, 'initdb')));
}

export const programs = findPrograms();

/** Postgres refuses to run as root. */
const isRoot = process.getuid?.() === 0;

const words = (program: string, ...rest: string[]): [string, string[]] => {
  const command = path.join(programs ?? '', program);
  return isRoot ? ['runuser', ['-u', 'postgres', '--', command, ...rest]] : [command, rest];
};

export interface TestDatabase {
  readonly port: number;
  /** The value of `--data` for a sandbox of this name. */
  dataOf(sandbox: string, port?: number): string;
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Like `kill -9` of the server. */
  crash(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server for a test file, with `fsync` on.
 * @param folder for the data; default: a temporary one
 */
export async function startPostgres(folder = mkdtempSync(path.join(tmpdir(), 'postgres-'))): Promise<TestDatabase> {
  if (programs === undefined) {
    throw new Error('Postgres is not installed: apt-get install postgresql');
  }
  mkdirSync(folder, {recursive: true});
  if (isRoot) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], {encoding: 'utf8'}));
    chownSync(folder, id('-u'), id('-g'));
  }
  const data = path.join(folder, 'data');
  const port = await freePort();
  execFileSync(...words('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync'), {
    stdio: 'ignore',
  });
  let server: ChildProcess;
  const connectionString = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({connectionString});
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const options = ['fsync=on', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'max_connections=60'];
  const start = async () => {
    const flags = options.flatMap(option => ['-c', option]);
    server = spawn(...words('postgres', '-D', data, '-p', String(port), ...flags), {stdio: 'ignore'});
    while (
      !(await query('SELECT').then(
        () => true,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) {
        throw new Error(`Postgres ended with ${server.exitCode}`);
      }
      await sleep(50);
    }
  };
  const end = async (mode: 'fast' | 'immediate') => {
    const ended = server.exitCode === null ? once(server, 'exit') : undefined;
    execFileSync(...words('pg_ctl', '-D', data, '-m', mode, 'stop'), {stdio: 'ignore'});
    await ended;
  };
  await start();
  return {
    port,
    query,
    start,
    crash: () => end('immediate'),
    stop: async () => {
      await end('immediate').catch(() => undefined);
      rmSync(folder, {recursive: true, force: true});
    },
    dataOf: (sandbox, at = port) => `postgres://postgres@127.0.0.1:${at}/postgres?sandbox=${sandbox}`,
  };
}
