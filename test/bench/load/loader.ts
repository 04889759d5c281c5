import {once} from 'node:events';
import type {Fleet} from '../processes/fleet.js';
import {beside} from '../processes/server.js';
import type {Job, Load} from './job.js';

/** Generates load in a process that lives for a whole measurement. */
export type Loader = (job: Job) => Promise<Load>;

export function startLoader(fleet: Fleet): Loader {
  const child = fleet.spawn([beside('load-worker.js', import.meta.url)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the load process ended: a request failed');
  });
  ended.catch(() => undefined);
  return async job => {
    const response = once(child, 'message');
    child.send(job);
    const [load] = (await Promise.race([response, ended])) as [Load];
    return load;
  };
}
