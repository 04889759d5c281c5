import type {ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {RefusedCheck} from '../../sandbox/lost-answers-check.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError, type Exit, endedBy} from '../command-error.js';
import type {Values} from '../options/option-table.js';
import type {lostAnswerOptions} from '../options/start-options.js';
import {printError} from '../output/output.js';
import {showWork} from '../output/progress.js';
import {readKnown, writeKnown} from './known-lost-answers.js';
import {type LostAnswersSummary, reportOf, summaryOf} from './lost-answers-summary.js';

type Options = Values<typeof lostAnswerOptions>;

/** Prints how a command handles lost responses. @throws CommandError if the check could not show anything */
export async function execLostAnswers(
  sandbox: RunningSandbox,
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  {jobs = 1, budget, 'lost-answers-file': file, 'lost-answers-allow': allowed = 0}: Options,
): Promise<LostAnswersSummary> {
  const written = command.join(' ');
  const known = file === undefined ? undefined : readKnown(file, written);
  const progress = showWork('trying lost answers');
  let lastOutput = '';
  let cause: unknown;
  try {
    const result = await sandbox.checkLostAnswers(
      async ({key, signal}) => {
        try {
          const {code, output} = await runCaptured(command, {...env, CRM_SANDBOX_KEY: key}, signal);
          lastOutput = output;
          return code;
        } catch (error) {
          cause = error; // the command could not run
          throw error;
        }
      },
      {jobs, ...(budget !== undefined && {budget}), ...(known && {known}), onCase: progress.update},
    );
    progress.stop();
    const summary = summaryOf(result, allowed);
    printError(reportOf(summary, written).trimEnd());
    if (file !== undefined) {
      writeKnown(file, written, result.cases);
    }
    return summary;
  } catch (error) {
    if (!(error instanceof RefusedCheck)) {
      throw error;
    }
    if (cause !== undefined) {
      throw cause;
    }
    const said = lastOutput.trimEnd();
    throw new CommandError(`${said === '' ? '' : `${said}\n`}--lost-answers: ${error.message}.`);
  } finally {
    progress.stop();
  }
}

/** Characters. Only the end of a command's output is kept. */
const most = 16_384;

/** Milliseconds between the request to stop and the kill. */
const grace = 2000;

/**
 * Runs a command in its own process group, so that its child processes end with it, and captures its output.
 * @param signal ends it; the promise settles when the process is gone
 * @returns its exit code, and the end of its output on both streams
 */
export async function runCaptured(
  [command = '', ...words]: readonly string[],
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
) {
  const {default: spawn} = await import('cross-spawn');
  const child = spawn(command, words, {stdio: ['ignore', 'pipe', 'pipe'], env, detached: !isWindows});
  let output = '';
  const keep = (chunk: string) => {
    output = (output + chunk).slice(-most);
  };
  child.stdout!.setEncoding('utf8').on('data', keep);
  child.stderr!.setEncoding('utf8').on('data', keep);
  const end = () => endGroup(child);
  signal.addEventListener('abort', end, {once: true});
  try {
    return {code: endedBy(...((await once(child, 'close')) as Exit)), output};
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const isWindows = process.platform === 'win32';

function endGroup(child: ChildProcess): void {
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(isWindows ? child.pid! : -child.pid!, signal);
    } catch {} // the process is gone
  };
  send('SIGTERM');
  const kill = setTimeout(() => send('SIGKILL'), grace);
  child.once('close', () => clearTimeout(kill));
}
