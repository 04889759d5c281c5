import {beside} from '../processes/server.js';
import {apiPaths, type Contestant} from './contestant.js';

/** The responses of the sandbox by `<method> <path with query>`. */
export type Replies = Readonly<Record<string, string>>;

const script = beside('bare-server.js', import.meta.url);

/** A minimal server: node:http sends the recorded bytes of the sandbox, Koa stringifies the same objects. */
export const bare = (kind: 'node:http' | 'Koa', repliesFile: string): Contestant => ({
  name: `bare ${kind}`,
  command: port => [script, kind, String(port), repliesFile],
  paths: apiPaths,
});
