import {limitRows} from '../../src/limits.js';

const place = /(<!-- limits -->\n)[\s\S]*?(\n<!-- end -->)/;

/** Returns `docs/reference/limits.md` with its table of limits as the code has them. */
export function withLimitTable(page: string): string {
  if (!place.test(page)) {
    throw new Error('the page has no place for the limits');
  }
  const rows = limitRows().map(([about, limit]) => `| ${about} | ${limit} |`);
  const table = ['| what | limit |', '| --- | --- |', ...rows].join('\n');
  return page.replace(place, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
}
