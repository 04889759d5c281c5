import {InvalidArgumentError} from '../errors.js';
import {shownAddress} from '../persistence/postgres/address.js';
import {UsageError} from '../sandbox/options/values.js';
import type {StartOptions} from '../sandbox/start-options.js';
import type {RunningSandbox} from '../sandbox/start-sandbox.js';
import {mayGenerate} from '../schema/generated-code.js';
import {requestHealth, urlAt} from './client/http-client.js';
import {CommandError, exitCodes} from './command-error.js';
import {fileError} from './file-error.js';
import {printError} from './output/output.js';
import {showWork} from './output/progress.js';
import {whoListens} from './processes.js';

/** Starts a sandbox in this process, with a progress line. @throws CommandError or UsageError that suggests a fix */
export async function launch(options: StartOptions): Promise<RunningSandbox> {
  if (options.validateReplies && !mayGenerate()) {
    throw new CommandError(
      '--validate-replies cannot be used under --disallow-code-generation-from-strings: ajv makes code of each schema.',
      exitCodes.usage,
    );
  }
  // Imported here because most commands only send requests, and are faster without loading a sandbox.
  const {startSandbox} = await import('../sandbox/start-sandbox.js');
  const file = options.data ?? options.from;
  const work = showWork(file === undefined ? 'generating constituents' : `loading ${shownAddress(file)}`);
  try {
    return await startSandbox({
      onError: error => printError(errorText(error)),
      onProgress: work.update,
      onNotice: printError,
      ...options,
    });
  } catch (error) {
    throw await refusal(error as NodeJS.ErrnoException, options);
  } finally {
    work.stop();
  }
}

export const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Closes the sandbox, which may write files. @throws CommandError if they can't be written */
export async function closeSandbox(sandbox: RunningSandbox): Promise<void> {
  const work = showWork('stopping');
  try {
    await sandbox.close();
  } catch (error) {
    throw fileError(error) ?? error;
  } finally {
    work.stop();
  }
}

async function refusal(error: NodeJS.ErrnoException, options: StartOptions): Promise<unknown> {
  const {port = 0, host = '127.0.0.1', data, from, fromAccount, exportOnExit, trace, overrides} = options;
  const files = {
    ...{'--data': data && shownAddress(data), '--from': from, '--from-account': fromAccount},
    ...{'--export-on-exit': exportOnExit, '--trace-file': trace},
  };
  const failure = fileError(error, typeof overrides === 'string' ? {...files, '--overrides': overrides} : files);
  if (failure !== undefined) {
    return failure;
  }
  if (error instanceof InvalidArgumentError) {
    return new UsageError(error.message.replace(/^startSandbox: /, ''));
  }
  switch (error.code) {
    case 'EADDRINUSE':
      return portInUse(port, host);
    case 'EACCES':
      return new CommandError(
        `Port ${port}: permission denied (EACCES). Take one above 1023, or --port 0 for a free one.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new UsageError(
        `--host ${host} is not an address of this machine; leave it out, or give 127.0.0.1 or 0.0.0.0`,
      );
    default:
      return error;
  }
}

/** Milliseconds to wait for the listener to identify itself. */
const patience = 2000;

async function portInUse(port: number, host: string): Promise<CommandError> {
  const url = urlAt(host, port);
  const other = `or take another port: --port ${port + 1 > 65_535 ? 0 : port + 1}, or --port 0 for a free one.`;
  const inUse = (by: string, remedy: string) =>
    new CommandError(`Port ${port} on ${host} is in use by ${by}. Stop it${remedy} ${other}`, exitCodes.unavailable);
  const health = await requestHealth(url, patience).catch(() => undefined);
  if (health !== undefined) {
    const process = health.pid === undefined ? '' : ` (process ${health.pid})`;
    return inUse(`crm-sandbox ${health.version}${process}`, `: crm-sandbox stop --url ${url};`);
  }
  const listener = await whoListens(port).catch(() => undefined);
  if (listener === undefined) {
    return inUse('another process', ',');
  }
  const {pid, command} = listener;
  return inUse(`process ${pid}${command === '' ? '' : ` (${command})`}`, `: kill ${pid};`);
}
