import {RefusedCheck} from '../../sandbox/lost-answers/refused-check.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {CommandError} from '../command-error.js';
import type {Values} from '../options/option-table.js';
import {printError} from '../output/output.js';
import {showWork} from '../output/progress.js';
import {readKnown, writeKnown} from './known-cases.js';
import type {lostAnswerOptions} from './options.js';
import {reportOf} from './report.js';
import {runCaptured} from './run-captured.js';
import {type LostAnswersSummary, summaryOf} from './summary.js';

type Options = Values<typeof lostAnswerOptions>;

type EnvironmentOf = (access: {readonly key: string}) => NodeJS.ProcessEnv;

/**
 * Checks how a command handles lost responses, and prints the result on stderr.
 * @throws CommandError if the check could not show anything, or the command can't run
 */
export async function execLostAnswers(
  sandbox: RunningSandbox,
  command: readonly string[],
  environmentOf: EnvironmentOf,
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
          const {code, output} = await runCaptured(command, environmentOf({key}), signal);
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
