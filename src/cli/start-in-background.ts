import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {fstatSync} from 'node:fs';
import {createInterface} from 'node:readline';
import {exitCodes} from './command-error.js';

/** True if stderr is a file. A pipe's reader would wait until the server ends. */
const logIsFile = () => fstatSync(process.stderr.fd).isFile();

/**
 * Runs the same command line in a separate process, and prints its ready line. If the server fails to start, this
 * prints its errors and exits with its code.
 */
export async function startInBackground(): Promise<void> {
  const server = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1), '--no-detach'], {
    detached: true,
    // It outlives the npx that started it.
    env: {...process.env, npm_lifecycle_script: undefined},
    stdio: ['ignore', 'pipe', logIsFile() ? 'inherit' : 'pipe'],
  });
  const abandon = () => server.kill();
  process.on('SIGINT', abandon).on('SIGTERM', abandon);
  server.stderr?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  const lines = createInterface({input: server.stdout!});
  const ready = await Promise.race([once(lines, 'line'), once(server, 'close').then(() => undefined)]);
  process.off('SIGINT', abandon).off('SIGTERM', abandon);
  if (ready === undefined) {
    process.exitCode = server.exitCode || exitCodes.interrupted;
    return;
  }
  process.stdout.write(`${ready[0]}\n`);
  lines.close();
  server.stdout?.destroy();
  server.stderr?.destroy();
  server.unref();
}
