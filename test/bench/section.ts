import {markdown, type Table} from './figures.js';
import {type Figure, reached, targetTable} from './targets.js';

/** What one part of the bench measured. */
export interface Section {
  /** What is promised, and whether it was reached. */
  readonly figures?: readonly Figure[];
  /** Absolute values, for context. */
  readonly tables: readonly Table[];
  /** The part of the tables that a page shows. Default: all of them */
  readonly pageTables?: readonly Table[];
}

/** As Markdown. */
export function sectionText({figures = [], tables}: Omit<Section, 'pageTables'>): string {
  return [...(figures.length > 0 ? [targetTable(figures)] : []), ...tables].map(markdown).join('\n\n');
}

/** As it stands in a page. */
export const pageText = ({figures = [], tables, pageTables = tables}: Section): string =>
  sectionText({figures, tables: pageTables});

/** As a program reads it. */
export function sectionData({figures = [], tables}: Section): object {
  return {
    figures: figures.map(figure => ({...figure, reached: reached(figure)})),
    tables: tables.map(({heads, rows}) =>
      rows.map(cells => Object.fromEntries(heads.map((head, index) => [head || 'figure', cells[index]!]))),
    ),
  };
}
