import type {CommandModule} from 'yargs';
import {UsageError} from './options/values.js';

interface GroupSpec {
  /** The first word of its commands. */
  readonly name: string;
  readonly describe: string;
  /** A longer description, for the group's own help. */
  readonly heading?: string;
  readonly commands: readonly CommandModule[];
  /** The command to suggest if only the group's name is typed. */
  readonly instead: string;
  readonly examples: ReadonlyArray<readonly [words: string, what: string]>;
  readonly epilogue?: string;
}

/** Commands with the same first word: `crm-sandbox clock show`, `crm-sandbox clock set`. */
export function commandGroup({
  name,
  describe,
  heading = describe,
  commands,
  instead,
  examples,
  epilogue,
}: GroupSpec): CommandModule {
  const refusal = `Name what to do, such as: crm-sandbox ${instead}`;
  return {
    command: name,
    describe,
    builder: yargs => {
      yargs
        .usage(`$0 ${name} <command>\n\n${heading}`)
        .command(commands.map(command => within(name, command)) as unknown as CommandModule)
        .demandCommand(1, refusal);
      for (const [words, what] of examples) {
        yargs.example(`$0 ${words}`, what);
      }
      return epilogue === undefined ? yargs : yargs.epilogue(epilogue);
    },
    handler: () => {
      throw new UsageError(refusal);
    },
  };
}

/** Removes the group's name, which yargs adds itself. */
const within = (name: string, command: CommandModule): CommandModule => ({
  ...command,
  command: String(command.command).replace(`${name} `, ''),
});
