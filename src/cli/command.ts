import type {Argv, CommandModule} from 'yargs';
import {UsageError} from '../sandbox/options/values.js';
import type {Client} from './client/admin-client.js';
import {type Connection, connectionTable, withSandbox} from './client/connection.js';
import {
  addOptions,
  environmentNames,
  fromCommandLine,
  fromEnvironment,
  type OptionTable,
  readOptions,
  type Values,
} from './options/option-table.js';
import {print} from './output/output.js';
import {showWork} from './output/progress.js';

/**
 * Thrown by a command's handler to run the command after yargs has finished. While an asynchronous handler runs, yargs
 * already formats the help, which takes as long as loading all of Koa.
 */
export class DeferredCommand extends Error {
  constructor(readonly run: () => Promise<void>) {
    super('a command was chosen');
    this.name = 'DeferredCommand';
  }
}

/** Creates a handler that runs after yargs has finished. */
export const deferred =
  <P>(handle: (parsed: P) => Promise<void>) =>
  (parsed: P): never => {
    throw new DeferredCommand(() => handle(parsed));
  };

/** A command for yargs, with data for the completion and the docs. */
export interface Command extends CommandModule {
  readonly options?: OptionTable;
  readonly commands?: readonly Command[];
}

interface Help {
  /** The syntax: `snapshot save <name>` */
  readonly usage: string;
  readonly describe: string;
  readonly examples: ReadonlyArray<readonly [words: string, what: string]>;
}

function addHelp<T>(yargs: Argv<T>, {usage, describe, examples}: Help, epilogue: string) {
  yargs.usage(`$0 ${usage}\n\n${describe}`).epilogue(epilogue);
  for (const [words, what] of examples) {
    yargs.example(`$0 ${words}`, what);
  }
  return yargs;
}

/** The response for `--json`, and the text for people. A command that prints its own output returns nothing. */
type Output = readonly [reply: unknown, text: string] | undefined;

interface CommandSpec<T extends OptionTable> extends Help {
  readonly options: T;
  run(values: Values<T>): Promise<Output>;
}

/** A command with its help; its options come from the command line, and some from the environment. */
export function command<T extends OptionTable>({options: flags, run, ...help}: CommandSpec<T>): Command {
  const {usage, describe} = help;
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, option]) => [name, {...option, positional: isIn(usage, name)}]),
  ) as T;
  return {
    command: usage,
    describe,
    options,
    builder: yargs => {
      addOptions(yargs, options);
      if ('data' in options) {
        yargs.conflicts('data', ['url', 'key', 'admin-key']);
      }
      const variables = environmentNames(options).join(', ');
      return addHelp(yargs, help, variables === '' ? '' : `In the environment: ${variables}; a flag takes precedence.`);
    },
    handler: deferred(async parsed => {
      const layer = {...fromEnvironment(options, process.env), ...fromCommandLine(options, parsed)};
      const values = readOptions(options, layer);
      const work = showWork(usage.replace(/ [<[].*/, ''));
      try {
        show(values, await run(values));
      } finally {
        work.stop();
      }
    }),
  };
}

const isIn = (usage: string, name: string) => usage.includes(`<${name}>`) || usage.includes(`[${name}]`);

function show({json}: {readonly json?: boolean}, output: Output): void {
  if (output !== undefined) {
    print(json ? JSON.stringify(output[0]) : output[1]);
  }
}

interface SandboxCommandSpec<T extends OptionTable> extends Help {
  readonly options: T;
  /** Checks for conflicting options before any request is sent. @throws UsageError */
  check?(values: Values<T> & Connection): void;
  run(client: Client, values: Values<T> & Connection): Promise<Output>;
}

export function sandboxCommand<T extends OptionTable>(spec: SandboxCommandSpec<T>): Command {
  const {options, check, run, ...help} = spec;
  return command({
    ...help,
    options: {...options, ...connectionTable},
    run: async read => {
      const values = read as Values<T> & Connection;
      check?.(values);
      await withSandbox(values, async client => show(values, await run(client, values)));
      return undefined;
    },
  });
}

interface GroupSpec extends Omit<Help, 'usage'> {
  readonly name: string;
  /** A longer description, for the group's own help. */
  readonly heading?: string;
  readonly commands: readonly Command[];
  /** The command to suggest if only the group's name is typed. */
  readonly instead: string;
  readonly epilogue?: string;
}

/** Commands with the same first word: `crm-sandbox clock show`, `crm-sandbox clock set`. */
export function commandGroup(spec: GroupSpec): Command {
  const {name, describe, heading = describe, commands, instead, examples, epilogue = ''} = spec;
  const refusal = `Name what to do, such as: crm-sandbox ${instead}`;
  return {
    command: name,
    describe,
    commands,
    builder: yargs => {
      yargs
        .command(commands.map(command => within(name, command)) as unknown as CommandModule)
        .demandCommand(1, refusal);
      return addHelp(yargs, {usage: `${name} <command>`, describe: heading, examples}, epilogue);
    },
    handler: () => {
      throw new UsageError(refusal);
    },
  };
}

/** Removes the group's name, which yargs adds itself. */
const within = (name: string, command: Command): CommandModule => ({
  ...command,
  command: String(command.command).replace(`${name} `, ''),
});
