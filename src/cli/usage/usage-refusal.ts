import {nearest} from '../options/nearest.js';

/** A refusal that fills the screen is not read. */
const mostLines = 6;

/**
 * What is wrong with a command line, and where there is help: two lines, six at the most.
 * @param message what was found wrong, here or by yargs
 * @param words as they were typed
 * @param help of the command that was named, as yargs writes it
 */
export function usageRefusal(message: string, words: readonly string[], help: string): string {
  const [title = ''] = help.split('\n', 1);
  const path = title.split(/ (?:[<[]|--)/)[0]!;
  const lines = explain(message, {words, help, title, path}).split('\n');
  const told = lines.length < mostLines ? lines : [...lines.slice(0, mostLines - 2), '  ...'];
  return [...told, `Help: ${path} --help`].join('\n');
}

interface Context {
  readonly words: readonly string[];
  readonly help: string;
  /** How the command is called: `crm-sandbox snapshot save <name>` */
  readonly title: string;
  /** The same without what it takes: `crm-sandbox snapshot save` */
  readonly path: string;
}

function explain(message: string, context: Context): string {
  const [, command] = /^Did you mean (\S+)\?$/.exec(message) ?? [];
  if (command !== undefined) {
    const unknown = context.words.find(word => !word.startsWith('-') && !context.path.split(' ').includes(word));
    return `Unknown command ${unknown}: did you mean ${command}?`;
  }
  const [, names] = /^Unknown arguments?: (.*)$/s.exec(message) ?? [];
  if (names !== undefined) {
    return withoutTwins(names.split(', '))
      .map(name => unknown(name, context))
      .join('; ');
  }
  return message
    .replace(/^Not enough arguments following: (\S+)$/, '--$1 needs a value')
    .replace(/^Not enough non-option arguments: .*$/, `Something is missing: ${context.title}`)
    .replace(
      /^Arguments (\S+) and (\S+) are mutually exclusive$/,
      '--$1 and --$2 are mutually exclusive: give one of them',
    );
}

/** yargs tells `--max-limt` as `maxLimt` too. */
const withoutTwins = (names: readonly string[]) => {
  const twins = new Set(names.filter(name => name.includes('-')).map(camelCase));
  return names.filter(name => !twins.has(name));
};

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** yargs tells the name alone of what may be `--prot=1`, `-p`, or a word by itself. */
function unknown(name: string, {words, help}: Context): string {
  const flag = [`--${name}`, `--no-${name}`, `-${name}`].find(flag =>
    words.some(word => word === flag || word.startsWith(`${flag}=`)),
  );
  if (flag === undefined) {
    return `Unknown ${/^Commands:$/m.test(help) ? 'command' : 'argument'} ${name}`;
  }
  const options = Array.from(help.matchAll(/^ +(?:-\w, )?--([\w-]+)/gm), ([, option]) => option!);
  const near = nearest(name, options);
  return `Unknown option ${flag}${near === undefined ? '' : `: did you mean ${flag.startsWith('--no-') ? '--no-' : '--'}${near}?`}`;
}
