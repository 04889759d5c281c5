import {camelCase} from '../sandbox/options/table.js';
import {nearest} from '../schema/nearest.js';
import {replacementOf} from './options/option-table.js';

/** Maximum number of lines: an error must not fill the screen. */
const maxLines = 6;

/** Formats a usage error with a pointer to the help: usually two lines, at most six. @param help as yargs formats it */
export function usageRefusal(message: string, words: readonly string[], help: string): string {
  const [title = ''] = help.split('\n', 1);
  const path = title.split(/ (?:[<[]|--)/)[0]!;
  const lines = explain(message, {words, help, title, path}).split('\n');
  const shortened = lines.length < maxLines ? lines : [...lines.slice(0, maxLines - 2), '  ...'];
  return [...shortened, `Help: ${path} --help`].join('\n');
}

interface Context {
  readonly words: readonly string[];
  readonly help: string;
  /** The command's syntax: `crm-sandbox snapshot save <name>` */
  readonly title: string;
  /** The command without its arguments: `crm-sandbox snapshot save` */
  readonly path: string;
}

function explain(message: string, context: Context): string {
  const [, names] = /^Unknown (?:argument|command)s?: (.*)$/s.exec(message) ?? [];
  if (names !== undefined) {
    return explainUnknown(withoutTwins(names.split(', ')), context);
  }
  return message
    .replace(/^Not enough arguments following: (\S)$/, '-$1 needs a value')
    .replace(/^Not enough arguments following: (\S+)$/, '--$1 needs a value')
    .replace(/^Not enough non-option arguments: .*$/, `Something is missing: ${context.title}`)
    .replace(
      /^Arguments (\S+) and (\S+) are mutually exclusive$/,
      '--$1 and --$2 are mutually exclusive: give one of them',
    );
}

/** yargs reports `--max-limt` as `maxLimt` too. */
const withoutTwins = (names: readonly string[]) => {
  const twins = new Set(names.filter(name => name.includes('-')).map(camelCase));
  return names.filter(name => !twins.has(name));
};

/** After a wrong command, every further word is unknown as well, so only the first one is reported. */
function explainUnknown(unknown: readonly string[], context: Context): string {
  const {words, help, path, title} = context;
  const flags = unknown.flatMap(name => flagOf(name, words) ?? []);
  const others = unknown.filter(name => flagOf(name, words) === undefined);
  const [command] = others;
  if (command !== undefined && /^Commands:$/m.test(help)) {
    const usages = Array.from(help.matchAll(/^ {2}(\S.*?)(?: {2}|$)/gm), ([, usage]) => usage!.slice(path.length + 1));
    const names = usages.map(usage => usage.split(' ')[0]!);
    const near = command.length < 3 ? undefined : nearest(command, names);
    return `Unknown command ${command}${near === undefined ? '' : `: did you mean ${near}?`}`;
  }
  if (command === undefined || flags.length > 0) {
    return flags.map(flag => unknownOption(flag, help, path)).join('; ');
  }
  if (title.endsWith(' -- <command>')) {
    return `The command goes after --: ${path} -- ${words.slice(words.indexOf(command)).join(' ')}`;
  }
  const usage = title.includes('<') ? `; the command is ${title}` : '';
  return `Unknown ${others.length === 1 ? 'argument' : 'arguments'} ${others.join(', ')}${usage}`;
}

/** yargs reports only the name, which may come from `--prot=1`, `-p`, or a plain word. */
const flagOf = (name: string, words: readonly string[]) =>
  [`--${name}`, `--no-${name}`, `-${name}`].find(flag =>
    words.some(word => word === flag || word.startsWith(`${flag}=`)),
  );

function unknownOption(flag: string, help: string, path: string): string {
  const name = flag.replace(/^--no-|^--?/, '');
  const options = Array.from(help.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm), ([, option]) => option!);
  const near = nearest(name, options);
  const replaced = path.endsWith(' exec') ? replacementOf(name) : undefined;
  const hint = replaced ?? (near && `did you mean ${flag.startsWith('--no-') ? '--no-' : '--'}${near}?`);
  return `Unknown option ${flag}${hint === undefined ? '' : `: ${hint}`}`;
}
