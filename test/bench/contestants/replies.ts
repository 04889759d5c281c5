import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {RunningServer} from '../processes/server.js';
import type {Replies} from './bare.js';
import {firstRequest, scenarios} from './scenarios.js';

/** Sends the requests of all scenarios to a running sandbox, and writes its responses to a file. */
export async function recordReplies(server: RunningServer, ids: readonly number[], folder: string): Promise<string> {
  const replies: Record<string, string> = {};
  const {contestant, url} = server;
  const requests = Object.values(scenarios).flatMap(scenario => scenario(contestant, ids));
  for (const {method, path, ...request} of [firstRequest(contestant), ...requests]) {
    const key = `${method} ${path}`;
    replies[key] ??= await (await fetch(`${url}${path}`, {method, ...request})).text();
  }
  const file = join(folder, 'replies.json');
  writeFileSync(file, JSON.stringify(replies satisfies Replies));
  return file;
}

/** @throws Error unless two servers return the same headers, including the length of the body */
export async function checkAlike(one: RunningServer, other: RunningServer, ids: readonly number[]): Promise<void> {
  for (const scenario of Object.values(scenarios)) {
    const {method, path, ...request} = scenario(one.contestant, ids)[0]!;
    const responses = [one, other].map(async ({url}) => {
      const {headers} = await fetch(`${url}${path}`, {method, ...request});
      return JSON.stringify({...Object.fromEntries(headers), date: ''});
    });
    const [first, second] = await Promise.all(responses);
    if (first !== second) {
      throw new Error(`${other.contestant.name}: ${method} ${path} returned ${second}, expected ${first}`);
    }
  }
}
