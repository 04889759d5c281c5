import {connectionTable} from '../../src/cli/client/connection.js';
import type {Command} from '../../src/cli/command.js';
import {commands} from '../../src/cli/index.js';
import {typesOf} from '../../src/cli/options/option-table.js';
import type {Option} from '../../src/sandbox/options/option.js';
import {code, tableOf, withSection} from './generated-section.js';

/** The options of a command that no other table of the page describes, without its arguments. */
function optionsOf({command, options = {}}: Command): string {
  if ('port' in options) {
    return 'see above'; // a command that starts a sandbox, or writes its options
  }
  const names = Object.keys(options).filter(
    name => !(name in connectionTable) && !new RegExp(`[<[]${name}[\\]>]`).test(String(command)),
  );
  return names.map(name => code(`--${name}`)).join(', ');
}

const rowsOf = (command: Command): string[][] =>
  command.commands === undefined
    ? [[code(String(command.command)), String(command.describe), optionsOf(command)]]
    : command.commands.flatMap(rowsOf);

/** Updates the tables of commands in `docs/reference/options.md`. */
export function withCommandTable(page: string, list: readonly Command[] = commands): string {
  const connection = Object.entries<Option>(connectionTable).map(([name, option]) => [
    code(`--${name}`),
    typesOf(option.read).join(', '),
    String(option.fallback ?? ''),
    option.describe,
  ]);
  const text = withSection(page, 'commands', tableOf(['command', 'what it does', 'options'], list.flatMap(rowsOf)));
  return withSection(text, 'options of connections', tableOf(['option', 'type', 'default', ''], connection));
}
