import type {Fleet} from '../processes/fleet.js';
import {startServer} from '../processes/server.js';
import {bare} from './bare.js';
import type {Contestant} from './contestant.js';
import {jsonServer} from './json-server.js';
import {mockoon} from './mockoon.js';
import {listedConstituents, someIds} from './records.js';
import {recordReplies} from './replies.js';
import {sandbox} from './sandbox.js';

/** The sandbox with its default options, including the log. */
export const sandboxAsItIs = sandbox('crm-sandbox');

/** Returns the sandbox with its default data, other servers with the same constituents, and the ids of some. */
export async function enterWithDefaultData(
  fleet: Fleet,
  folder: string,
): Promise<{contestants: readonly Contestant[]; ids: readonly number[]}> {
  const server = await startServer(sandboxAsItIs, fleet);
  const constituents = await listedConstituents(server.url);
  const ids = await someIds(server.url, 10);
  const replies = await recordReplies(server, ids, folder);
  await server.stop();
  const others = [bare('Koa', replies), jsonServer(constituents, folder), mockoon(constituents, folder)];
  return {contestants: [sandboxAsItIs, ...others], ids};
}
