import {sandboxCommand} from '../../command.js';
import {path, UsageError} from '../../options/values.js';
import {answer} from '../../output/output.js';
import {writeWhole} from '../../output/write-stream.js';
import {filterTable, limitOption, queryOf} from './filters.js';

export const exportRequests = sandboxCommand({
  usage: 'requests export',
  describe: "Write requests as a file that a browser's network panel opens: an HTTP Archive (HAR)",
  options: {
    har: {describe: 'The file', only: 'flag', read: path},
    ...filterTable,
    ...limitOption,
  },
  examples: [
    ['requests export --har run.har', 'all that are kept'],
    ['requests export --har run.har --status 4xx', 'those that were refused'],
  ],
  check: ({har}) => {
    if (har === undefined) {
      throw new UsageError('Name the file: crm-sandbox requests export --har run.har');
    }
  },
  run: async (client, {har = '', json, ...filters}) => {
    const query = queryOf(filters);
    await writeWhole(har, await client.open('GET', `/requests${query === '' ? '?' : `${query}&`}format=har`));
    answer(json, {file: har}, `the requests are written to ${har}`);
  },
});
