import {setTimeout as pause} from 'node:timers/promises';
import {timeSpan} from '../../sandbox/options/values.js';
import {defaultUrl, jsonOption, urlOption} from '../client/connection.js';
import {type Health, requestHealth, Unreachable} from '../client/http-client.js';
import {command} from '../command.js';
import {CommandError, exitCodes} from '../command-error.js';

/** Milliseconds. */
const interval = 100;
const defaultPatience = 30_000;

export const wait = command({
  usage: 'wait',
  describe: 'Wait until a sandbox is ready',
  options: {
    ...urlOption,
    timeout: {describe: 'Time to wait, such as 30s, 500ms or 2m', read: timeSpan, fallback: '30s'},
    ...jsonOption,
  },
  examples: [['wait --timeout 10s', 'for at most ten seconds']],
  run: async ({url = defaultUrl(), timeout = defaultPatience}) => {
    const health = await untilReady(url, timeout);
    const {version, status} = health;
    return [health, `crm-sandbox ${version} ${status === 'standby' ? 'stands by' : 'is ready'} at ${url}`];
  },
});

/** @throws CommandError after the timeout, or immediately if another server responds */
async function untilReady(url: string, timeout: number): Promise<Health> {
  const end = performance.now() + timeout;
  let isThere = false;
  for (let left = timeout; left > 0; left = end - performance.now()) {
    try {
      const health = await requestHealth(url, Math.ceil(left));
      if (health !== undefined) {
        return health;
      }
      isThere = true;
    } catch (error) {
      if (!(error instanceof Unreachable)) {
        throw error;
      }
    }
    await pause(Math.max(0, Math.min(interval, end - performance.now())));
  }
  throw new CommandError(
    `${isThere ? `The server at ${url} was not ready` : `Nothing answered at ${url}`} within ${timeout / 1000} s`,
    exitCodes.unavailable,
  );
}
