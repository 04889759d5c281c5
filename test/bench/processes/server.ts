import type {ChildProcess} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import type {Contestant} from '../contestants/contestant.js';
import {firstRequest} from '../contestants/scenarios.js';
import type {Fleet} from './fleet.js';
import {firstResponse, freePort} from './ports.js';
import type {Usage} from './usage.js';

export interface RunningServer {
  readonly contestant: Contestant;
  readonly url: string;
  readonly pid: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

const reporter = new URL('report-usage.js', import.meta.url).href;

/** Starts a contestant that reports its usage, and waits until it responds. */
export async function startServer(contestant: Contestant, fleet: Fleet): Promise<RunningServer> {
  const port = await freePort();
  const child = fleet.spawn(['--import', reporter, ...contestant.command(port)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await firstResponse(url, firstRequest(contestant), child);
  return {
    contestant,
    url,
    pid: child.pid!,
    usage: () => requestUsage(child),
    stop: () => fleet.stop(child),
  };
}

let questions = 0;

/** The response repeats the question, because a server may also send other messages. */
function requestUsage(child: ChildProcess): Promise<Usage> {
  questions += 1;
  const question = questions;
  return new Promise(resolve => {
    const listen = (message: {readonly question?: number; readonly usage?: Usage}) => {
      if (message.question === question) {
        child.off('message', listen);
        resolve(message.usage!);
      }
    };
    child.on('message', listen);
    child.send(question);
  });
}

/** Measures the time from the start of the process to the first 200, in milliseconds. */
export async function timeToFirstResponse(contestant: Contestant, fleet: Fleet, end?: NodeJS.Signals): Promise<number> {
  const port = await freePort();
  const start = performance.now();
  const child = fleet.spawn(contestant.command(port));
  await firstResponse(`http://127.0.0.1:${port}`, firstRequest(contestant), child);
  const time = performance.now() - start;
  await fleet.stop(child, end);
  return time;
}

/** Returns the path of a built file in the folder of another. */
export const beside = (file: string, of: string) => fileURLToPath(new URL(file, of));
