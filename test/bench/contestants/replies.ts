import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {RunningServer} from '../processes/server.js';
import type {Replies} from './bare.js';
import {askedFirst, scenarios} from './scenarios.js';

/** Asks a running sandbox for all that it will be asked for, and writes the bytes it answers to a file. */
export async function recordReplies(server: RunningServer, ids: readonly number[], folder: string): Promise<string> {
  const replies: Record<string, string> = {};
  const {contestant, url} = server;
  const asked = Object.values(scenarios).flatMap(scenario => scenario(contestant, ids));
  for (const {method, path, ...request} of [askedFirst(contestant), ...asked]) {
    const key = `${method} ${path}`;
    replies[key] ??= await (await fetch(`${url}${path}`, {method, ...request})).text();
  }
  const file = join(folder, 'replies.json');
  writeFileSync(file, JSON.stringify(replies satisfies Replies));
  return file;
}

/** Throws unless two servers answer with the same headers, the length of the body included. */
export async function checkAlike(one: RunningServer, other: RunningServer, ids: readonly number[]): Promise<void> {
  for (const scenario of Object.values(scenarios)) {
    const {method, path, ...request} = scenario(one.contestant, ids)[0]!;
    const answers = [one, other].map(async ({url}) => {
      const {headers} = await fetch(`${url}${path}`, {method, ...request});
      return JSON.stringify({...Object.fromEntries(headers), date: ''});
    });
    const [first, second] = await Promise.all(answers);
    if (first !== second) {
      throw new Error(`${other.contestant.name} answers ${method} ${path} with ${second}, and not with ${first}`);
    }
  }
}
