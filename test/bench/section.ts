import {markdown, type Table} from './figures.js';
import {type Figure, reached, targetTable} from './targets.js';

/** The results of one part of the bench. */
export interface Section {
  /** Promised figures with their targets. */
  readonly figures?: readonly Figure[];
  /** Absolute values, for context. */
  readonly tables: readonly Table[];
  /** The part of the tables that a page shows. Default: all of them */
  readonly pageTables?: readonly Table[];
}

/** Formats a section as Markdown. */
export function sectionText({figures = [], tables}: Omit<Section, 'pageTables'>): string {
  return [...(figures.length > 0 ? [targetTable(figures)] : []), ...tables].map(markdown).join('\n\n');
}

/** Formats a section as it appears on a page. */
export const pageText = ({figures = [], tables, pageTables = tables}: Section): string =>
  sectionText({figures, tables: pageTables});

/** Returns a section as JSON data. */
export function sectionData({figures = [], tables}: Section): object {
  return {
    figures: figures.map(figure => ({...figure, reached: reached(figure)})),
    tables: tables.map(({heads, rows}) =>
      rows.map(cells => Object.fromEntries(heads.map((head, index) => [head || 'figure', cells[index]!]))),
    ),
  };
}
