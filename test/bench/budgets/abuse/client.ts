import {Agent, request} from 'node:http';
import {setTimeout as wait} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import {serverCpu} from '../waits/server-cpu.js';
import {shapesOf} from './shapes.js';

/** Runs in its own thread, so that the time of the client does not count as time of the sandbox. */

const {url, key} = workerData as {readonly url: string; readonly key: string};

const agent = new Agent({keepAlive: true});

/** Sends a request and reads the response. @returns its status */
const send = (method: string, path: string, as: string, body?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && {'content-type': 'application/json', 'content-length': Buffer.byteLength(body)}),
    };
    const sent = request(`${url}${path}`, {method, agent, headers}, response => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    sent.once('error', reject).end(body);
  });

/** The longest wait of another client: the CPU time of the sandbox's thread, which a busy machine does not change. */
let longestWait = 0;
let isDone = false;

const cpuNow = () => serverCpu(process.pid) ?? performance.now();

async function probe(): Promise<void> {
  while (!isDone) {
    const start = cpuNow();
    await send('GET', '/health', key);
    longestWait = Math.max(longestWait, cpuNow() - start);
    await wait(5);
  }
}

const shapes = shapesOf();
const probing = probe();
for (let index = 0; index < 200; index++) {
  const {method, path, body} = shapes[index % shapes.length]!;
  const status = await send(method, path, index < 100 ? key : `sbx_abuse-${index}`, body);
  if (![200, 400, 422].includes(status)) {
    throw new Error(`${shapes[index % shapes.length]!.name}: ${status}`);
  }
}
isDone = true;
await probing;
const paths = ['findings?all=true', 'requests', 'requests?format=har', 'trace', 'ui/'];
const statuses = await Promise.all(paths.map(path => send('GET', `/_sandbox/${path}`, key)));
agent.destroy();
parentPort!.postMessage({longestWait, failed: paths.filter((_, index) => statuses[index] !== 200)});
