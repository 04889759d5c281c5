import path from 'node:path';
import type {ExecutionContext} from 'ava';
import {diffFiles} from '../../src/cli/commands/trace/diff.js';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import type {TraceDiff} from '../../src/sandbox/trace/diff-traces.js';
import {newFolder} from './cli.js';
import {type Send, type Step, traceOf} from './traces.js';

export type Client = (send: Send) => Promise<unknown>;

/** Records a trace of each client. @returns the files */
export async function traceBoth(
  t: ExecutionContext,
  clients: readonly [Client, Client],
  options: readonly [Omit<StartOptions, 'now'>, Omit<StartOptions, 'now'>] = [{}, {}],
): Promise<readonly [string, string]> {
  const folder = await newFolder(t);
  const files = [path.join(folder, 'main.trace.gz'), path.join(folder, 'branch.trace.gz')] as const;
  for (const [side, file] of files.entries()) {
    await traceOf(file, {assume: {required_fields: 'observed'}, ...options[side]!}, clients[side]!);
  }
  return files;
}

export const diffOf = async (...runs: Parameters<typeof traceBoth>): Promise<TraceDiff> =>
  diffFiles(...(await traceBoth(...runs)));

/** @param caller the source line of the client */
const step = (method: string, url: string, body: unknown, caller: string): Step => ({
  method,
  path: `/api/v1/${url}`,
  headers: {'x-sandbox-caller': caller},
  ...(body !== undefined && {body}),
});

/** A client that writes donors with gifts. */
export function donorClient(send: Send) {
  const create = async (url: string, body: unknown, caller: string) => {
    const {status, text} = await send(step('POST', url, body, caller));
    if (status !== 200) {
      throw new Error(text); // otherwise a test without data would pass
    }
    return (JSON.parse(text) as {id: number}).id;
  };
  return {
    donor: (name: string, caller = 'src/donors.js:5') => create('constituents', {last_name: name}, caller),
    gift: (donor: number, amount: number, caller = 'src/gifts.js:8', more = {}) =>
      create(`constituents/${donor}/gifts`, {received_amount: amount, received_date: '2026-01-01', ...more}, caller),
    group: (name: string, caller = 'src/groups.js:3') => create('groups', {name}, caller),
    send: (method: string, url: string, body?: unknown, caller = 'src/other.js:1') =>
      send(step(method, url, body, caller)),
  };
}

export type DonorClient = ReturnType<typeof donorClient>;

export const clientOf =
  (work: (client: DonorClient) => Promise<unknown>): Client =>
  send =>
    work(donorClient(send));
