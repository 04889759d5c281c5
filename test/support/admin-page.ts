import {adminOperations} from '../../src/admin/index.js';
import {cell} from './term-tables.js';

const place = /(<!-- admin operations -->\n)[\s\S]*?(<!-- end -->)/;

const list = (label: string, names: readonly string[]) =>
  names.length === 0 ? [] : [`${label}: ${names.map(name => `\`${name}\``).join(', ')}`];

/** Returns `docs/reference/errors.md` with the table of admin operations as the code has them. */
export function withAdminTable(page: string, operations = adminOperations): string {
  if (!place.test(page)) {
    throw new Error('the page has no place for the admin operations');
  }
  const rows = operations.map(({method, path, takesAll, summary, query = [], body}) => {
    const fields = Object.keys(body?.shape ?? {}).filter(name => !name.startsWith('$')); // editors use `$` fields
    const inputs = [...list('query', query), ...list('body', fields)].join('; ');
    return `| \`${method} ${path}\`${takesAll ? ' *' : ''} | ${cell(summary)} | ${inputs} |`;
  });
  const table = ['| request | | input |', '|---|---|---|', ...rows].join('\n');
  return page.replace(place, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`);
}
