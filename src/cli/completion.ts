import type {Option} from '../sandbox/options/option.js';
import type {Command} from './command.js';
import {takesNoValue} from './options/option-table.js';

/** A possible next word, with its description for shells that support it. */
type Completion = readonly [word: string, about?: string];

/** The last word of a command's syntax: `save` of `snapshot save <name>`. */
const nameOf = ({command}: Command) =>
  String(command)
    .replace(/ [<[].*/, '')
    .split(' ')
    .at(-1)!;

/** The arguments in a command's syntax: `file` and `number` of `trace show <file> [number]`. */
const argumentsOf = ({command}: Command) => Array.from(String(command).matchAll(/[<[]([\w-]+)/g), ([, name]) => name!);

/**
 * Lists candidates for the end of a command line. It is empty for files, which the shells complete themselves.
 * @param typed the words after `crm-sandbox`; the last one may be incomplete or empty
 */
export async function completionsOf(typed: readonly string[], commands: readonly Command[]): Promise<Completion[]> {
  const [first = '', ...rest] = typed;
  if (rest.length === 0) {
    return first.startsWith('-')
      ? [['--help'], ['--version']]
      : commands.map(each => [nameOf(each), `${each.describe}`]);
  }
  const command = commands.find(each => nameOf(each) === first);
  const inner = first === 'help' ? commands : command?.commands;
  return inner === undefined ? (command === undefined ? [] : afterCommand(command, rest)) : completionsOf(rest, inner);
}

async function afterCommand(command: Command, typed: readonly string[]): Promise<Completion[]> {
  const {options = {}} = command;
  const positional = argumentsOf(command);
  const [before, last] = [typed.slice(0, -1), typed.at(-1)!];
  const valued = (word = ''): Option | undefined => {
    const option = Object.entries(options).find(([name]) => word === `--${name}`)?.[1];
    return option === undefined || takesNoValue(option) ? undefined : option;
  };
  if (before.includes('--')) {
    return [];
  }
  const next = valued(before.at(-1));
  if (next !== undefined) {
    return valuesOf(next, last);
  }
  const [flag, value] = last.split(/=(.*)/s);
  const inline = valued(flag);
  if (inline !== undefined && value !== undefined) {
    return valuesOf(inline, value, `${flag}=`);
  }
  const given = before.filter((word, index) => !word.startsWith('-') && !valued(before[index - 1])).length;
  if (given < positional.length && !last.startsWith('-')) {
    return valuesOf(options[positional[given]!]!, last);
  }
  const flags = Object.entries(options).filter(([name]) => !positional.includes(name));
  return flags.flatMap(([name, {describe, fallback, read}]) =>
    [`--${name}`, ...(fallback === true ? [`--no-${name}`] : [])]
      .filter(word => read.isList || !before.includes(word))
      .map(word => [word, describe] as const),
  );
}

/** Completes the last of several values: `observed,keyword_delete=`. */
async function valuesOf({read}: Option, typed: string, prefix = ''): Promise<Completion[]> {
  const start = read.isList ? typed.lastIndexOf(',') + 1 : 0;
  const values = (await read.offer?.(typed.slice(start))) ?? [];
  return values.map(value => [`${prefix}${typed.slice(0, start)}${value}`]);
}

/** Formats completions, one per line, for the script of a shell. */
export function completionText(completions: readonly Completion[], shell = ''): string {
  const isZsh = shell.includes('zsh'); // zsh splits at the first colon
  const lines = completions.map(([word, ...about]) => [isZsh ? word.replaceAll(':', String.raw`\:`) : word, ...about]);
  return lines.map(parts => (/zsh|fish/.test(shell) ? parts.join(isZsh ? ':' : '\t') : parts[0])).join('\n');
}
