import {readFileSync} from 'node:fs';
import type {startTable} from '../../src/cli/options/start-options.js';
import {root} from './pages.js';

export const assumptionsPage: string = readFileSync(`${root}docs/reference/assumptions.md`, 'utf8');

/** The rows of the tables by section title, without headers. */
export const assumptionTables: ReadonlyArray<readonly [title: string, rows: ReadonlyArray<readonly string[]>]> =
  assumptionsPage
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [, , ...rows] = section.split('\n').filter(line => line.startsWith('|'));
      const cells = rows.map(row => row.slice(2, -2).split(' | '));
      return [section.split('\n', 1)[0]!, cells.map(row => row.map(cell => cell.replaceAll(String.raw`\|`, '|')))];
    });

export interface SwitchRow {
  readonly point: string;
  /** Such as `--assume keyword_delete=permanent`. */
  readonly option: string;
  readonly grade: string;
}

export const switchRows: readonly SwitchRow[] = assumptionTables
  .filter(([title]) => title === 'Switches')
  .flatMap(([, rows]) =>
    rows.map(([point = '', , option = '', , grade = '']) => ({point, option: option.replaceAll('`', ''), grade})),
  );

/** The option name and the value of a switch. */
export function optionOf({option}: SwitchRow): {
  readonly name: keyof typeof startTable;
  readonly value: string | undefined;
} {
  const [, name, value] = /^--([\w-]+)(?: (.+))?$/.exec(option) ?? [];
  return {name: name as keyof typeof startTable, value};
}
