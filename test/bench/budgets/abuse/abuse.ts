import {once} from 'node:events';
import {setTimeout as sleep} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {Worker} from 'node:worker_threads';
import type {StartOptions} from '../../../../src/sandbox/start-options.js';
import {startSandbox} from '../../../../src/sandbox/start-sandbox.js';
import type {Budget} from '../budget.js';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

interface Run {
  /** Bytes that the sandbox retains for all requests. */
  readonly retained: number;
  readonly longestWait: number;
  /** Paths that did not respond afterwards. */
  readonly failed: readonly string[];
}

/** The heap in use. Closing a sandbox takes several turns, after which its memory can be freed. */
async function heap(): Promise<number> {
  for (let round = 0; round < 5; round++) {
    await sleep(50);
    collect();
  }
  return process.memoryUsage().heapUsed;
}

async function run(options: StartOptions): Promise<Run> {
  const sandbox = await startSandbox({profile: 'small', ...options});
  const before = await heap();
  const {url, key} = sandbox;
  const client = new Worker(new URL('client.js', import.meta.url), {workerData: {url, key}});
  const exit = once(client, 'exit'); // the exit may arrive together with the message
  const [{longestWait, failed}] = (await once(client, 'message')) as [Omit<Run, 'retained'>];
  await exit;
  const retained = (await heap()) - before;
  await sandbox.close();
  return {retained, longestWait, failed};
}

const mebibyte = 1024 * 1024;

const withoutFindings = {findings: {preset: 'off'}} as const;

/** Bounds on the cost of 200 requests of 1 MiB in the worst shapes: 100 from one account, and one from each of 100. */
export const abuse: Budget = {
  name: 'abuse',
  measure: async () => {
    await run({}); // the first run loads and compiles code
    const none = await run({...withoutFindings, journalRequests: 0});
    const findings = await run({journalRequests: 0});
    const all = await run({});
    const figure = (label: string, median: number, atMost: number, unit?: string) => ({
      ...{label, measured: {median}, target: {atMost}},
      ...(unit !== undefined && {unit}),
    });
    return [
      figure(
        'memory of findings for requests in the worst shapes',
        (findings.retained - none.retained) / mebibyte,
        12,
        'MiB',
      ),
      figure('memory of all readers for the same requests', (all.retained - none.retained) / mebibyte, 24, 'MiB'),
      figure('the longest wait of another client, in CPU time of the sandbox', all.longestWait, 100, 'ms'),
      figure('reports that did not respond afterwards', all.failed.length, 0),
    ];
  },
};
