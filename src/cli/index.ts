import type {CommandModule} from 'yargs';
import yargs from 'yargs';
import {UsageError} from '../sandbox/options/values.js';
import {version} from '../version.js';
import {type Command, DeferredCommand} from './command.js';
import {CommandError, exitCodes} from './command-error.js';
import {accounts} from './commands/accounts.js';
import {check} from './commands/check.js';
import {clock} from './commands/clock.js';
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
import {print, printError} from './output/output.js';
import {usageRefusal} from './usage-refusal.js';

declare module 'yargs' {
  interface Argv<T> {
    usageConfiguration(settings: {readonly 'hide-types': boolean}): this;
  }
}

/** Columns of the help: longer lines are hard to read, and shorter ones have no room beside the names. */
const [narrowest, widest] = [40, 100];

const epilogue =
  'Exit codes: 0 success; 1 failure, explained on stderr; 2 usage error; 3 port or data file in use, or sandbox ' +
  'unreachable; 4 findings (exec --fail-on); 5 verification or replay failed; 6 bad cases (check); 7 nothing was ' +
  'intercepted (exec --intercept). exec exits with the code of its command.';

export const commands: readonly Command[] = [
  start,
  exec,
  check,
  stop,
  wait,
  status,
  findings,
  explain,
  coverage,
  reset,
  seed,
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
];

/**
 * Runs the command line. A usage error goes to stderr with a pointer to the help, and exits with 2; any other failure
 * is reported in a sentence.
 */
export async function run(typed: readonly string[], list = commands): Promise<void> {
  const words = readHelp(typed);
  // A closed stdout is no reason to stop serving.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  try {
    const left = readCompletion(words);
    if (left !== undefined) {
      await runDeferred(() => parserOf(left, list).parseAsync());
    }
  } catch (error) {
    if (error instanceof CommandError) {
      printError(error.message);
      process.exitCode = error.exitCode;
    } else if (error instanceof UsageError) {
      // yargs would respond to `completion --help` with the script.
      const asked = words[0] === 'completion' ? [] : words;
      printError(usageRefusal(error.message, words, await parserOf(asked, list).wrap(null).getHelp()));
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
    .completion(
      'completion',
      'Print a script that completes commands, for bash, zsh or fish: crm-sandbox completion >> ~/.bashrc',
    )
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

/** yargs would read `--empty=yes` as `--no-empty`. */
function checkFlags(words: readonly string[], flags: readonly string[]): true {
  for (const word of words.slice(0, [...words, '--'].indexOf('--'))) {
    const [, name = '', value = ''] = /^--([\w-]+)=(.*)$/.exec(word) ?? [];
    if (flags.includes(name) && value !== 'true' && value !== 'false') {
      throw new UsageError(`--${name} must be true or false, or stand alone, got ${JSON.stringify(value)}`);
    }
  }
  return true;
}

/** fish requests completions from the same command as the other shells. It completes file names itself. */
const script = `# crm-sandbox completion fish > ~/.config/fish/completions/crm-sandbox.fish
function __crm_sandbox_words
    set -l words (commandline -opc) (commandline -ct)
    env SHELL=fish ZSH_NAME= crm-sandbox --get-yargs-completions $words 2>/dev/null
end

function __crm_sandbox_takes_file
    set -l words (commandline -opc)
    string match -qr -- '^--(data|from|export-on-exit|config|file|out|log|port-file|trace-file|trace-dir|cases-file|ca-out)$' $words[-1]
    or string match -qr -- '^(seed|validate|inspect|save|replay|--)$' $words
end

complete -c crm-sandbox -f -n 'not __crm_sandbox_takes_file' -a '(__crm_sandbox_words)'
complete -c crm-sandbox -F -n __crm_sandbox_takes_file
`;

const shells = ['bash', 'zsh', 'fish'];

/**
 * Handles `completion fish`, and `completion` run in fish: yargs has scripts for the other shells only, and detects
 * them from the environment.
 * @returns the words left for yargs: `completion` or nothing
 * @throws UsageError for an unsupported shell
 */
function readCompletion(words: readonly string[]): readonly string[] | undefined {
  const [verb, shell = shellHere(), ...rest] = words;
  if (verb !== 'completion' || shell.startsWith('-') || words.includes('--help')) {
    return words;
  }
  if (rest.length > 0 || !shells.includes(shell)) {
    throw new UsageError(`There are scripts for ${shells.join(', ')}: crm-sandbox completion bash`);
  }
  if (shell === 'fish') {
    print(script.trimEnd());
    return undefined;
  }
  process.env['SHELL'] = shell;
  delete process.env['ZSH_NAME'];
  return [verb];
}

/** Unknown shells get the bash script. */
function shellHere({SHELL = '', ZSH_NAME}: NodeJS.ProcessEnv = process.env): string {
  return ZSH_NAME ? 'zsh' : (shells.find(shell => SHELL.endsWith(shell)) ?? 'bash');
}
