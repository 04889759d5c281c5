/**
 * Replaces the generated section of a page between `<!-- name -->` and `<!-- end -->`.
 * @throws if the page has no such section
 */
export function withSection(page: string, name: string, text: string): string {
  const section = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end -->)`);
  if (!section.test(page)) {
    throw new Error(`the page has no section <!-- ${name} -->`);
  }
  return page.replace(section, (_, start: string, end: string) => `${start}\n${text}\n${end}`);
}

/** Escapes vertical bars, which would end a table cell. */
export const cell = (text: string) => text.replaceAll('|', String.raw`\|`);

const row = (cells: readonly string[]) => `|${cells.map(text => (text === '' ? ' ' : ` ${cell(text)} `)).join('|')}|`;

/** Formats a Markdown table. */
export const tableOf = (head: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  [head, head.map(() => '---'), ...rows].map(row).join('\n');

export const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
