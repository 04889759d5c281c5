import type {AxisCoverage, CoverageReport} from '../../../findings/coverage/report.js';
import {flag} from '../../../sandbox/options/values.js';
import {sandboxCommand} from '../../command.js';
import {allOption} from '../../output/format.js';
import {coverageLines} from '../../reports/outcome.js';

export const coverage = sandboxCommand({
  usage: 'coverage',
  describe: 'Show which parts of the contract the client exercised',
  options: {
    all: {...allOption, describe: 'Show the coverage of all accounts together'},
    missing: {describe: 'Name the parts that were not exercised', read: flag()},
  },
  examples: [
    ['coverage', 'counts of operations, statuses, fields, terms, pages and retries'],
    ['coverage --missing', 'with the names of those that were not exercised'],
  ],
  run: async (client, {all, missing}) => {
    const report = await client.get<CoverageReport>('/coverage', {all});
    return [report, [...coverageLines(report.coverage), ...(missing ? missingOf(report.coverage) : [])].join('\n')];
  },
});

/** Lists the missing items by operation: `createGift: /note, /post_date`. */
const missingOf = (axes: readonly AxisCoverage[]): string[] =>
  axes
    .filter(({not_exercised}) => not_exercised > 0)
    .flatMap(({axis, groups}) => [
      '',
      `${axis.replaceAll('_', ' ')} not exercised:`,
      ...groups
        .filter(({not_exercised}) => not_exercised.length > 0)
        .map(({name, not_exercised}) => `  ${name}: ${not_exercised.join(', ')}`),
    ]);
