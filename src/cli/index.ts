import type {CommandModule} from 'yargs';
import yargs from 'yargs';
import {UsageError} from '../sandbox/options/values.js';
import {version} from '../version.js';
import {type Command, DeferredCommand} from './command.js';
import {CommandError, exitCodes} from './command-error.js';
import {accounts} from './commands/accounts.js';
import {check} from './commands/check.js';
import {clock} from './commands/clock.js';
import {compare} from './commands/compare.js';
import {completion} from './commands/environment/completion.js';
import {doctor} from './commands/environment/doctor.js';
import {env} from './commands/environment/env.js';
import {init} from './commands/environment/init.js';
import {intercept} from './commands/environment/intercept.js';
import {exec} from './commands/exec.js';
import {coverage} from './commands/findings/coverage.js';
import {explain} from './commands/findings/explain.js';
import {faults} from './commands/findings/faults.js';
import {findings} from './commands/findings/findings.js';
import {verify} from './commands/findings/verify.js';
import {learn} from './commands/learn.js';
import {openapi} from './commands/openapi.js';
import {requests} from './commands/requests/index.js';
import {logs} from './commands/requests/logs.js';
import {reset} from './commands/reset.js';
import {seed} from './commands/seed.js';
import {snapshot} from './commands/snapshot/index.js';
import {start} from './commands/start.js';
import {status} from './commands/status.js';
import {stop} from './commands/stop.js';
import {trace} from './commands/trace/index.js';
import {wait} from './commands/wait.js';
import {completionsOf, completionText} from './completion.js';
import {print, printError} from './output/output.js';
import {usageRefusal} from './usage-refusal.js';

declare module 'yargs' {
  interface Argv<T> {
    usageConfiguration(settings: {readonly 'hide-types': boolean}): this;
  }
}

/** Columns of the help: longer lines are hard to read, and shorter ones leave no space next to the names. */
const [narrowest, widest] = [40, 100];

const epilogue =
  'Exit codes: 0 success; 1 failure, explained on stderr; 2 usage error; 3 port or data file in use, or sandbox ' +
  'unreachable; 4 findings (exec --fail-on); 5 verification, replay or comparison failed; 6 bad cases (check); ' +
  '7 nothing was intercepted (exec --intercept). exec exits with the code of its command.';

export const commands: readonly Command[] = [
  start,
  exec,
  check,
  compare,
  stop,
  wait,
  status,
  findings,
  explain,
  coverage,
  reset,
  seed,
  learn,
  snapshot,
  clock,
  accounts,
  logs,
  requests,
  faults,
  trace,
  env,
  intercept,
  doctor,
  init,
  openapi,
  verify,
  completion,
];

/**
 * Runs the command line. A usage error is printed on stderr with a pointer to the help, and exits with 2; any other
 * failure is reported in one sentence.
 */
export async function run(typed: readonly string[], list = commands): Promise<void> {
  const words = readHelp(typed);
  // The sandbox continues if stdout is closed.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    // The shell scripts request completions under this name.
    if (words[0] === '--get-yargs-completions') {
      print(completionText(await completionsOf(words.slice(2), list), process.env['SHELL']));
    } else {
      await runDeferred(() => parserOf(words, list).parseAsync());
    }
  } catch (error) {
    if (error instanceof CommandError) {
      printError(error.message);
      process.exitCode = error.exitCode;
    } else if (error instanceof UsageError) {
      printError(usageRefusal(error.message, words, await parserOf(words, list).wrap(null).getHelp()));
      process.exitCode = exitCodes.usage;
    } else {
      throw error;
    }
  }
}

const parserOf = (words: readonly string[], list: readonly Command[]) =>
  yargs([...words])
    .scriptName('crm-sandbox')
    .usage("$0 <command>\n\nAn in-memory sandbox of a fundraising CRM's REST API.")
    .command(list as unknown as CommandModule)
    .demandCommand(1, 'Name a command, such as: crm-sandbox start')
    .strict()
    .check((_, options) => checkFlags(words, options.boolean as unknown as readonly string[]))
    .version(version)
    .help()
    .alias({h: 'help', v: 'version'})
    .usageConfiguration({'hide-types': true}) // the descriptions contain more precise ones
    .epilogue(epilogue)
    .wrap(Math.max(narrowest, Math.min(widest, (process.stdout.isTTY && process.stdout.columns) || widest)))
    .exitProcess(false)
    .fail((message, error) => {
      throw message === null && !(error instanceof UsageError) ? error : new UsageError(error?.message ?? message);
    });

const readHelp = (words: readonly string[]): readonly string[] =>
  words[0] === 'help' ? [...words.slice(1), '--help'] : words;

async function runDeferred(parse: () => Promise<unknown>): Promise<void> {
  try {
    await parse();
  } catch (error) {
    if (!(error instanceof DeferredCommand)) {
      throw error;
    }
    await error.run();
  }
}

/** Rejects values of flags, because yargs would parse `--empty=yes` as `--no-empty`. */
function checkFlags(words: readonly string[], flags: readonly string[]): true {
  for (const word of words.slice(0, [...words, '--'].indexOf('--'))) {
    const [, name = '', value = ''] = /^--([\w-]+)=(.*)$/.exec(word) ?? [];
    if (flags.includes(name) && value !== 'true' && value !== 'false') {
      throw new UsageError(`--${name} must be true or false, or stand alone, got ${JSON.stringify(value)}`);
    }
  }
  return true;
}
