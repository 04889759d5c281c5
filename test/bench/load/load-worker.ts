import autocannon, {type Result} from 'autocannon';
import {ownUsage} from '../processes/usage.js';
import type {Job, Load} from './job.js';

/** A process of its own, so that making the requests is no part of what the server or the bench uses. */
const connections = 8;

/** Makes the requests of a job. The time is that up to the last answer, not up to autocannon's own end. */
function run({url, requests, amount}: Job): Promise<Load> {
  return new Promise((resolve, reject) => {
    const cpu = ownUsage().cpu;
    const start = performance.now();
    let answered = 0;
    let last = start;
    const done = (error: Error | null, {errors, timeouts, non2xx}: Result) => {
      if (error || errors + timeouts + non2xx > 0) {
        reject(error ?? new Error(`${url}: ${errors} errors, ${timeouts} time-outs, ${non2xx} refusals`));
      } else {
        resolve({requests: answered, seconds: (last - start) / 1000, clientCpu: ownUsage().cpu - cpu});
      }
    };
    autocannon({url, requests, connections, amount, sampleInt: 20, timeout: 60}, done).on('response', () => {
      answered += 1;
      last = performance.now();
    });
  });
}

process.on('message', async (job: Job) => {
  process.send?.(await run(job));
});
process.on('disconnect', () => process.exit());
