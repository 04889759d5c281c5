/** Control characters, direction marks and line separators: a terminal acts on them, or they hide other text. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (characters: string): string =>
  Array.from(
    {length: characters.length},
    (_, at) => String.raw`\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Escapes unprintable characters, as in `\u001b`. */
export const printable = (text: string): string => text.replaceAll(unprintable, escaped);

/** Escapes unprintable characters except line breaks and tabs. JSON keeps its meaning. */
export const printableLines = (text: string): string =>
  text.replaceAll(unprintable, found => (found === '\n' || found === '\t' ? found : escaped(found)));

/** Also escapes the commands of GitHub Actions: `::name::` at the start of a line, and `##[name]` anywhere. */
export const plainLine = (line: string): string =>
  printable(line)
    .replaceAll('##[', String.raw`#\u0023[`)
    .replace(/^\s*::/, match => match.replace('::', String.raw`:\u003a`));
