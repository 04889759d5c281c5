import {once} from 'node:events';
import type {ArgumentsCamelCase} from 'yargs';
import {UsageError} from '../../sandbox/options/values.js';
import {type Command, deferred} from '../command.js';
import {commandEnvironment} from '../command-environment.js';
import {CommandError, type Exit, endedBy, exitCodes} from '../command-error.js';
import {fileError} from '../file-error.js';
import {closeSandbox, launch} from '../launch.js';
import {watchNodeProcesses} from '../node-processes.js';
import {addOptions} from '../options/option-table.js';
import {defaultHost, execTable, logsJson, readExecOptions, sandboxOf, traceFileOf} from '../options/start-options.js';
import {printError} from '../output/output.js';
import {findingLogLine, logLine} from '../output/report.js';
import {removeNow} from '../output/write-file.js';
import {type Ended, reportRun} from '../reports/after-run.js';
import {prepareFiles} from '../reports/options.js';
import {gateOf} from '../reports/outcome.js';
import {endWithNpm, passSignals} from '../signals.js';

export const exec: Command = {
  command: 'exec',
  describe: 'Run a command with a sandbox of its own',
  options: execTable,
  builder: yargs =>
    addOptions(yargs.usage('$0 exec [options] -- <command>\n\nRun a command with a sandbox of its own'), execTable)
      .parserConfiguration({'populate--': true})
      .example('$0 exec -- npm test', 'with CRM_SANDBOX_URL and CRM_SANDBOX_KEY in its environment')
      .example('$0 exec --profile small -- pytest -x', 'with 50 constituents')
      .epilogue(
        'The sandbox listens on a free port and stops when the command ends; signals go to the command. The exit code is ' +
          "the command's: 128 plus the number of the signal that ended it, or 127 if there is no such command. Each " +
          'option but --port can also be set in the environment, or in the file that crm-sandbox init writes.',
      ),
  handler: deferred(async (parsed: ArgumentsCamelCase) => {
    const [command, ...words] = commandIn(parsed, 'exec -- npm test');
    const options = readExecOptions(parsed);
    const {port = 0, host = defaultHost} = options;
    const isJson = logsJson(options);
    endWithNpm();
    gateOf(options['fail-on'], options['max-warnings']);
    prepareFiles(options.report);
    const trace = traceFileOf(options);
    const sandbox = await launch({
      ...sandboxOf(options),
      port,
      host,
      ...(trace !== undefined && {trace}),
      ...(options['log-requests'] && {
        onRequest: request => printError(logLine(request, isJson)),
        onFinding: finding => printError(findingLogLine(finding, isJson)),
      }),
    });
    let end: Omit<Ended, 'isJson'> | undefined;
    try {
      const env = await commandEnvironment(sandbox, options);
      end = await run(command, words, env, sandbox.interception?.caFile);
    } catch (error) {
      throw spawnRefusal(command, error as NodeJS.ErrnoException);
    } finally {
      await closeSandbox(sandbox);
      if (end !== undefined) {
        process.exitCode = await reportRun(sandbox, options, {...end, isJson});
      }
      keepTrace(trace, options.trace === 'retain-on-failure' && end !== undefined && process.exitCode === exitCodes.ok);
    }
  }),
};

/** Prints the path of the trace, or deletes a trace that `--trace retain-on-failure` does not keep. */
function keepTrace(file: string | undefined, isOfNoUse: boolean): void {
  if (isOfNoUse) {
    removeNow(file);
  } else if (file !== undefined) {
    printError(`The trace is in ${file}: crm-sandbox trace show ${file}`);
  }
}

/** @param ca the certificate of a run with intercepted hosts */
async function run(command: string, words: readonly string[], env: NodeJS.ProcessEnv, ca: string | undefined) {
  // On Windows npm and npx are batch files, which Node's own spawn does not find.
  const {default: spawn} = await import('cross-spawn');
  const child = spawn(command, words, {stdio: 'inherit', env});
  const stopPassing = passSignals(child);
  const stopWatching = ca && child.pid ? watchNodeProcesses(child.pid, ca) : undefined;
  try {
    const code = endedBy(...((await once(child, 'exit')) as Exit));
    return {code, withoutPreload: stopWatching?.() ?? null};
  } finally {
    stopPassing();
  }
}

/** @param example for the error message. @throws UsageError if there is no command */
export function commandIn(parsed: ArgumentsCamelCase, example: string): readonly [string, ...string[]] {
  const [command, ...words] = ((parsed['--'] ?? []) as readonly unknown[]).map(String);
  if (command === undefined) {
    throw new UsageError(`Name the command after --, such as: crm-sandbox ${example}`);
  }
  return [command, ...words];
}

/** The error for the user, if the command could not run. */
export function spawnRefusal(command: string, error: NodeJS.ErrnoException): unknown {
  const isSpawn = error.syscall?.startsWith('spawn');
  if (isSpawn && error.code === 'ENOENT') {
    return new CommandError(`There is no command ${command}`, exitCodes.commandNotFound);
  }
  if (isSpawn && error.code === 'EACCES') {
    return new CommandError(`The command ${command} may not be run`, exitCodes.notExecutable);
  }
  return isSpawn ? error : (fileError(error) ?? error);
}
