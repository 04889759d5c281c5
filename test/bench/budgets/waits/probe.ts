import {Agent, get} from 'node:http';
import {setTimeout as sleep} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import {headers} from '../../contestants/contestant.js';
import {serverCpu} from './server-cpu.js';

/** The duration of one request of the other client, in milliseconds. */
export interface Wait {
  readonly wall: number;
  /** The CPU time of the server's main thread meanwhile; equal to `wall` if the system does not provide it. */
  readonly cpu: number;
}

/** Runs in a separate thread, so that work of the bench is not measured as a wait for the server. */
const {url, pid} = workerData as {readonly url: string; readonly pid: number};
const agent = new Agent({keepAlive: true, maxSockets: 1});
const paths = ['/health', '/api/v1/funds/2395'];
let waits: Wait[] = [];

async function waitFor(path: string): Promise<Wait> {
  const cpu = serverCpu(pid);
  const start = performance.now();
  await new Promise<void>((resolve, reject) => {
    const request = get(`${url}${path}`, {agent, headers}, response => {
      if (response.statusCode !== 200) {
        reject(new Error(`GET ${path}: ${response.statusCode}`));
      }
      response.resume().once('end', resolve);
    });
    request.once('error', reject);
  });
  const wall = performance.now() - start;
  return {wall, cpu: cpu === undefined ? wall : serverCpu(pid)! - cpu};
}

let isRequested = false;

parentPort!.on('message', () => {
  isRequested = true;
});

for (let count = 0; ; count++) {
  waits.push(await waitFor(paths[count % paths.length]!));
  if (isRequested) {
    isRequested = false;
    parentPort!.postMessage(waits); // including the request that was in flight
    waits = [];
  }
  await sleep(1);
}
