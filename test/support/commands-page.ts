import {commands} from '../../src/cli/index.js';
import {cell} from './term-tables.js';

type Commands = typeof commands;

const wordOf = (command: Commands[number]) => String(command.command).split(' ').at(0)!;

/** The names of a group's commands: `save` of `snapshot save <name>`. */
const wordsIn = (command: Commands[number]) =>
  ((command as {readonly commands?: Commands}).commands ?? []).map(
    one => `\`${String(one.command).split(' ').at(1)}\``,
  );

/** Returns `docs/reference/options.md` with the table of commands as the code has them. */
export function withCommandTable(page: string, list = commands): string {
  const rows = list.map(command => {
    const words = wordsIn(command).join(', ');
    return `| \`${wordOf(command)}\` | ${cell(String(command.describe))}${words === '' ? '' : `: ${words}`} |`;
  });
  const table = ['| command | what it does |', '|---|---|', ...rows].join('\n');
  return page.replace(/(<!-- commands -->\n)[\s\S]*?(\n<!-- end -->)/, (_, start: string, end: string) => {
    return `${start}\n${table}\n${end}`;
  });
}
