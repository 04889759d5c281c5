import {setTimeout as pause} from 'node:timers/promises';
import {timeSpan} from '../../sandbox/options/values.js';
import {defaultUrl, jsonOption, urlOption} from '../client/connection.js';
import {isOfThisMachine, notASandbox, requestHealth, Unreachable} from '../client/http-client.js';
import {command} from '../command.js';
import {CommandError} from '../command-error.js';
import {isSandboxProcess} from '../processes.js';

/** Milliseconds. */
const interval = 50;
const defaultPatience = 10_000;

/** `crm-sandbox stop`: sends a signal to the sandbox's process, so it works only on the same machine. */
export const stop = command({
  usage: 'stop',
  describe: 'Stop a sandbox on this machine',
  options: {
    ...urlOption,
    timeout: {describe: 'Time to wait until it has stopped', read: timeSpan, fallback: '10s'},
    ...jsonOption,
  },
  examples: [
    ['stop', 'the one of: crm-sandbox start --detach'],
    ['stop --url http://127.0.0.1:4081', 'the one on another port'],
  ],
  run: async ({url = defaultUrl(), timeout = defaultPatience}) => {
    const pid = await processAt(url, timeout);
    process.kill(pid, 'SIGTERM');
    await untilGone(pid, url, timeout);
    return [{stopped: true, url, pid}, `crm-sandbox at ${url} has stopped (process ${pid})`];
  },
});

/**
 * The id of the server's process. In a container with a forwarded port, that id belongs to a different process on this
 * machine, so the process is verified before it gets a signal.
 */
async function processAt(url: string, patience: number): Promise<number> {
  const health = await requestHealth(url, patience).catch(error => {
    throw error instanceof Unreachable ? new Unreachable(url, ' There is nothing to stop.') : error;
  });
  if (health === undefined) {
    throw notASandbox(url, 'GET /health failed');
  }
  const {pid} = health;
  if (pid === undefined || !isOfThisMachine(url) || !(await isSandboxProcess(pid))) {
    throw new CommandError(
      `The sandbox at ${url} does not run as a crm-sandbox command on this machine; stop it where it was started`,
    );
  }
  return pid;
}

async function untilGone(pid: number, url: string, timeout: number): Promise<void> {
  const end = performance.now() + timeout;
  while (await isSandboxProcess(pid)) {
    if (performance.now() > end) {
      throw new CommandError(`The sandbox at ${url} (process ${pid}) did not stop within ${timeout / 1000} s`);
    }
    await pause(interval);
  }
}
