import type {CommandModule} from 'yargs';
import type {Client} from './client/admin-client.js';
import {type Connection, connectionTable, withSandbox} from './client/connection.js';
import {deferred} from './deferred-command.js';
import {
  addOptions,
  environmentNames,
  fromCommandLine,
  fromEnvironment,
  type OptionTable,
  readOptions,
  type Values,
} from './options/option-table.js';
import {showWork} from './output/progress.js';

interface Described<T extends OptionTable> {
  /** The syntax: `snapshot save <name>` */
  readonly usage: string;
  readonly describe: string;
  readonly options: T;
  readonly examples: ReadonlyArray<readonly [words: string, what: string]>;
}

export interface CommandSpec<T extends OptionTable> extends Described<T> {
  run(values: Values<T>): Promise<void>;
}

/** A command with its help; its options come from the command line and the environment. */
export function command<T extends OptionTable>({
  usage,
  describe,
  options,
  examples,
  run,
}: CommandSpec<T>): CommandModule {
  return {
    command: usage,
    describe,
    builder: yargs => {
      addOptions(yargs.usage(`$0 ${usage}\n\n${describe}`), options);
      for (const [words, what] of examples) {
        yargs.example(`$0 ${words}`, what);
      }
      if ('data' in options) {
        yargs.conflicts('data', ['url', 'key', 'admin-key']);
      }
      const variables = environmentNames(options);
      return variables.length === 0
        ? yargs
        : yargs.epilogue(`In the environment: ${variables.join(', ')}; a flag wins.`);
    },
    handler: deferred(async parsed => {
      const values = readOptions(options, [fromCommandLine(options, parsed), fromEnvironment(options, process.env)]);
      const work = showWork(usage.replace(/ [<[].*/, ''));
      try {
        await run(values);
      } finally {
        work.stop();
      }
    }),
  };
}

export interface SandboxCommandSpec<T extends OptionTable> extends Described<T> {
  /** Checks for conflicting options before any request is sent. @throws UsageError */
  check?(values: Values<T> & Connection): void;
  run(client: Client, values: Values<T> & Connection): Promise<void>;
}

/** A command that sends requests to a sandbox. */
export function sandboxCommand<T extends OptionTable>({
  options,
  check,
  run,
  ...described
}: SandboxCommandSpec<T>): CommandModule {
  const table = {...connectionTable, ...options};
  return command({
    ...described,
    options: table,
    run: async read => {
      const values = read as Values<T> & Connection;
      check?.(values);
      await withSandbox(values, client => run(client, values));
    },
  });
}
