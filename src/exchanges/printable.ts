/** Characters that a terminal acts on, or that hide or reorder others: controls, marks of direction, ends of lines. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const escaped = (characters: string): string =>
  Array.from(
    {length: characters.length},
    (_, at) => String.raw`\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** A text in one line, with `\u001b` in place of a character that a terminal would act on. */
export const printable = (text: string): string => text.replaceAll(unprintable, escaped);

/** The same for a text of several lines, which everything that is printed goes through. JSON stays the same JSON. */
export const printableLines = (text: string): string =>
  text.replaceAll(unprintable, found => (found === '\n' || found === '\t' ? found : escaped(found)));

/**
 * The same for a line of a log. GitHub Actions runs commands that it finds in a log, `::name::` at the start of a line
 * and `##[name]` anywhere: a client's text must not be taken for one.
 */
export const plainLine = (line: string): string =>
  printable(line)
    .replaceAll('##[', String.raw`#\u0023[`)
    .replace(/^\s*::/, match => match.replace('::', String.raw`:\u003a`));
