import type {CommandModule} from 'yargs';
import {type RunningSandbox, startSandbox} from '../start-sandbox.js';
import {exitCodes} from './exit-codes.js';
import {fromEnvironment, type StartArguments, yargsOptions} from './options.js';
import {showProgress} from './progress.js';
import {banner, keyTable, logLine, readyLine} from './report.js';
import {UsageError} from './values.js';

const say = (line: string) => process.stderr.write(`${line}\n`);

/** `crm-sandbox start`: serves until a signal stops it. */
export const start: CommandModule<unknown, StartArguments> = {
  command: 'start',
  describe: 'Start a sandbox',
  builder: yargs =>
    yargs
      .usage('$0 start\n\nStart a sandbox')
      .options(yargsOptions)
      .config(fromEnvironment(process.env))
      .conflicts('profile', 'constituents')
      .example('$0 start', 'on port 4080, with the default data')
      .example('$0 start --port 0 --json', 'on a free port, told in JSON')
      .example('$0 start --profile large --seed 7', 'with 10,000 other constituents')
      .epilogue('Each option can stand in the environment: CRM_SANDBOX_PORT=4081, CRM_SANDBOX_SEED=7, ...') as never,
  handler: async options => {
    const sandbox = await open(options);
    stopOnSignal(sandbox);
    process.stdout.write(`${readyLine(sandbox, options.json)}\n`);
    if (!options.quiet && !options.json) {
      say(keyTable());
      if (process.stderr.isTTY) {
        say(banner(sandbox));
      }
    }
  },
};

async function open(options: StartArguments): Promise<RunningSandbox> {
  const {port = 4080, host = '127.0.0.1', seed, profile, constituents, now, key, cors, json, quiet} = options;
  const progress = showProgress(process.stderr);
  try {
    return await startSandbox({
      port,
      host,
      cors,
      keys: key,
      allowHosts: options['allow-host'],
      ...(seed !== undefined && {seed}),
      ...(profile !== undefined && {profile}),
      ...(constituents !== undefined && {constituents}),
      ...(now !== undefined && {now}),
      ...(!quiet && {onRequest: request => say(logLine(request, json))}),
      onFault: error => say(error instanceof Error ? (error.stack ?? error.message) : String(error)),
      onProgress: progress.update,
    });
  } catch (error) {
    process.exit(refuse(error as NodeJS.ErrnoException, port, host));
  } finally {
    progress.stop();
  }
}

/** Says why it can't listen, and what to do. @returns the exit code */
function refuse(error: NodeJS.ErrnoException, port: number, host: string): number {
  switch (error.code) {
    case 'EADDRINUSE':
      say(`Port ${port} on ${host} is in use. Stop what listens there, or take another: --port 0 finds a free one.`);
      return exitCodes.unavailable;
    case 'EACCES':
      say(`Port ${port} is not for you to listen on: take one above 1023, or --port 0 for a free one.`);
      return exitCodes.failure;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      throw new UsageError(`--host ${host} is no address of this machine; leave it out, or give 127.0.0.1 or 0.0.0.0`);
    default:
      throw error;
  }
}

/** The first signal finishes what is in flight; the second ends it at once. */
function stopOnSignal(sandbox: RunningSandbox): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) {
      process.exit(exitCodes.interrupted);
    }
    stopping = true;
    await sandbox.close();
    process.exit(exitCodes.ok);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
