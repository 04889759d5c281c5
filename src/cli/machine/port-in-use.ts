import {askHealth} from '../client/http-client.js';
import {urlAt} from '../client/sandbox-url.js';
import {CommandError} from '../command-error.js';
import {exitCodes} from '../exit-codes.js';
import {whoListens} from './who-listens.js';

/** Milliseconds to wait for the listener to identify itself. */
const patience = 2000;

/** Explains which process uses a port, and suggests a fix. */
export async function portInUse(port: number, host: string): Promise<CommandError> {
  const url = urlAt(host, port);
  const health = await askHealth(url, patience).catch(() => undefined);
  const other = `or take another port: --port ${port + 1 > 65_535 ? 0 : port + 1}, or --port 0 for a free one.`;
  if (health !== undefined) {
    const process = health.pid === undefined ? '' : ` (process ${health.pid})`;
    const stop = `Stop it: crm-sandbox stop --url ${url}; ${other}`;
    return inUse(port, host, `by crm-sandbox ${health.version}${process}. ${stop}`);
  }
  const listener = await whoListens(port).catch(() => undefined);
  if (listener === undefined) {
    return inUse(port, host, `by another process. Stop it, ${other}`);
  }
  const {pid, command} = listener;
  return inUse(port, host, `by process ${pid}${command === '' ? '' : ` (${command})`}. Stop it: kill ${pid}; ${other}`);
}

const inUse = (port: number, host: string, rest: string) =>
  new CommandError(`Port ${port} on ${host} is in use ${rest}`, exitCodes.unavailable);
