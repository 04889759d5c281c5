import {ownUsage} from '../processes/usage.js';
import {autocannon, type Options, type Result} from './autocannon.js';
import type {Job, Load} from './job.js';

/** Runs in a separate process, so that sending requests is not measured as usage of the server or the bench. */
const connections = 8;

/** Gives every connection its own requests to repeat, so that no two send the same at the same time. */
function share<T>(all: readonly T[], connection: number): readonly T[] {
  return all.length < connections ? all : all.filter((_, index) => index % connections === connection);
}

function start(job: Job, done: (error: Error | null, result: Result) => void) {
  const {url, requests, amount} = job;
  let opened = 0;
  const setupClient: Options['setupClient'] = client => client.setRequests(share(requests, opened++));
  const common = {url, connections, amount, sampleInt: 20, timeout: 60};
  return autocannon({...common, requests: requests.slice(0, 1), setupClient}, done);
}

/** Sends the requests of a job. The time runs from when all are prepared to the last response. */
function run(job: Job): Promise<Load> {
  return new Promise((resolve, reject) => {
    let responses = 0;
    let last = 0;
    const running = start(job, (error, {errors, timeouts, non2xx}) => {
      if (error || errors + timeouts + non2xx > 0) {
        reject(error ?? new Error(`${job.url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} error responses`));
      } else {
        resolve({requests: responses, seconds: (last - from) / 1000, clientCpu: ownUsage().cpu - cpu});
      }
    });
    running.on('response', () => {
      responses += 1;
      last = performance.now();
    });
    const {cpu} = ownUsage();
    const from = performance.now();
  });
}

process.on('message', async (job: Job) => {
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit());
