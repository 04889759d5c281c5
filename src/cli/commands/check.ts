import type {ArgumentsCamelCase} from 'yargs';
import {RefusedCheck} from '../../sandbox/check/types.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {type Command, deferred} from '../command.js';
import {keyVariables, warnOfReal} from '../command-environment.js';
import {CommandError, exitCodes} from '../command-error.js';
import {closeSandbox, launch} from '../launch.js';
import {readKnownCases} from '../options/entries-file.js';
import {addOptions, defined, fromCommandLine, type Layer, without} from '../options/option-table.js';
import {checkTable, defaultHost, readCheckOptions, sandboxOf} from '../options/start-options.js';
import {shellWord} from '../output/format.js';
import {showWork} from '../output/progress.js';
import {reportCheck, reportReference} from '../reports/after-run.js';
import {prepareFiles} from '../reports/options.js';
import {gateOf} from '../reports/outcome.js';
import {endWithNpm, onStopSignals} from '../signals.js';
import {commandIn, spawnRefusal} from './exec.js';

const description = 'Run a command many times, each with one fault, and compare the stored data';

/** @param start starts a sandbox with the given state */
export const checkWith = (start: typeof launch): Command => ({
  command: 'check',
  describe: 'Find the faults that make a command lose, corrupt or duplicate data',
  options: checkTable,
  builder: yargs =>
    addOptions(yargs.usage(`$0 check [options] -- <command>\n\n${description}`), checkTable)
      .parserConfiguration({'populate--': true})
      .example('$0 check -- npm run sync', 'with the default data')
      .example('$0 check --report html=check.html -- php sync.php', 'with a page about each bad case')
      .epilogue(
        'The command finds its sandbox in CRM_SANDBOX_URL and CRM_SANDBOX_KEY, and an empty folder for its files in ' +
          'CRM_SANDBOX_CHECK_DIR. The exit code is 6 if a case is bad, or if no case was judged. Each option but ' +
          '--port and --case can also be set in the environment, or in the file that crm-sandbox init writes.',
      ),
  handler: deferred(async (parsed: ArgumentsCamelCase) => {
    const command = commandIn(parsed, 'check -- npm run sync');
    const options = readCheckOptions(parsed);
    const cases = readKnownCases(options['cases-file']);
    endWithNpm();
    gateOf(options['fail-on'], options['max-warnings']);
    prepareFiles(options.report);
    const {port = 0, host = defaultHost} = options;
    const sandbox = await start({...sandboxOf(options), port, host});
    warnOfReal(sandbox, options);
    const words = repeatingWords(fromCommandLine(checkTable, parsed), command);
    try {
      process.exitCode = await checkCommand(sandbox, command, words, {...options, cases});
    } catch (error) {
      throw spawnRefusal(command[0], error as NodeJS.ErrnoException);
    } finally {
      await closeSandbox(sandbox);
    }
  }),
});

/** Options without effect on a single case, and keys, which must not appear in reports. */
const leftOut =
  'case jobs budget all max-bad cases-file report fail-on max-warnings json port trace-dir key admin-key'.split(' ');

/** The command line that runs one case again, with the given options. */
function repeatingWords(flags: Layer, command: readonly string[]): (id: string) => string {
  const options = Object.entries(without(flags, leftOut)).flatMap(([name, {value}]) =>
    [value].flat().map(one => {
      const flag = one === false ? `--no-${name}` : `--${name}`;
      return typeof one === 'boolean' ? flag : `${flag} ${shellWord(String(one))}`;
    }),
  );
  return id => ['crm-sandbox check', `--case ${id}`, ...options, '--', ...command.map(shellWord)].join(' ');
}

type CheckedOptions = ReturnType<typeof readCheckOptions> & {readonly cases: ReturnType<typeof readKnownCases>};

/** @returns the exit code. @throws CommandError if the check was inconclusive */
async function checkCommand(
  sandbox: RunningSandbox,
  command: readonly string[],
  repeating: (id: string) => string,
  options: CheckedOptions,
): Promise<number> {
  const {jobs, budget, patience, rerun, all, case: only, cases, before, 'max-bad': maxBad} = options;
  const controller = new AbortController();
  const {signal} = controller;
  const stopListening = onStopSignals(() => controller.abort());
  const progress = showWork('checking');
  let report = await reportReference(sandbox, options);
  try {
    const result = await sandbox.check(
      {command, environment: {...defined({CRM_SANDBOX_KEY: options.key[0]}), ...keyVariables(sandbox.key, options)}},
      {
        ...defined({jobs, budget, patience, case: only, before, maxBad}),
        ...{rerun, all, assumeMatrix: options['assume-matrix'], cases, signal},
        traces: options['trace-dir'] ?? checkTable['trace-dir'].fallback,
        onReference: async reference => {
          report = await reportReference(reference, options);
        },
        onProgress: ({done, total, running, bad}) => progress.update(done, total, `, ${running} running, ${bad} bad`),
      },
    );
    progress.stop();
    const {summaryOf} = await import('../reports/check/summary.js');
    return await reportCheck(report, options, summaryOf(result, repeating, signal.aborted));
  } catch (error) {
    if (signal.aborted) {
      throw new CommandError('The check was interrupted before it had a result', exitCodes.interrupted);
    }
    throw error instanceof RefusedCheck ? new CommandError(error.message, exitCodes.checks) : error;
  } finally {
    progress.stop();
    stopListening();
  }
}

export const check = checkWith(launch);
