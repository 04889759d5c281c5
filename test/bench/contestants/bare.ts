import {beside} from '../processes/server.js';
import {apiPaths, type Contestant} from './contestant.js';

/** By `<method> <path with query>`: the text that the sandbox answered. */
export type Replies = Readonly<Record<string, string>>;

const script = beside('bare-server.js', import.meta.url);

/** Nothing but the server: node:http sends the bytes that the sandbox answered with, Koa stringifies the same objects. */
export const bare = (kind: 'node:http' | 'Koa', repliesFile: string): Contestant => ({
  name: `bare ${kind}`,
  command: port => [script, kind, String(port), repliesFile],
  paths: apiPaths,
});
