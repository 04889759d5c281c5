import type {AxisCoverage, CoverageAxis} from '../../findings/coverage/report.js';

export const axisTexts: Readonly<Record<CoverageAxis, readonly [name: string, what: string]>> = {
  operations: ['operations', 'that were asked and answered'],
  statuses: ['statuses', 'that the operations asked can answer'],
  body_fields: ['body fields', 'that they take, in requests they took'],
  query_terms: ['query terms', 'that they take: parameters, and terms of searches'],
  pages: ['pages', 'behind the first, of the lists and searches asked'],
  retries: ['retries', 'of the same request after a 429 or a 5xx'],
};

/** Formats one line per axis, with aligned numbers. */
export const coverageTable = (axes: readonly AxisCoverage[]): string =>
  axes
    .map(({axis, exercised, of}) => {
      const [name, what] = axisTexts[axis];
      return `${name.padEnd(12)} ${String(exercised).padStart(4)} of ${String(of).padStart(4)}  ${what}`;
    })
    .join('\n');
