import type {ReplayedRequest} from '../../../admin/requests/replay.js';
import {flag, path, UsageError} from '../../../sandbox/options/values.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {writeStream} from '../../output/write-file.js';
import {filterTable, limitOption, queryOf} from './filters.js';
import {numberOption, show} from './show.js';

const exportRequests = sandboxCommand({
  usage: 'requests export',
  describe: 'Write requests to an HTTP Archive (HAR), which browsers can open',
  options: {har: {describe: 'File to write', read: path}, ...filterTable, ...limitOption},
  examples: [
    ['requests export --har run.har', 'all requests that are kept'],
    ['requests export --har run.har --status 4xx', 'rejected requests'],
  ],
  check: ({har}) => {
    if (har === undefined) {
      throw new UsageError('Name the file: crm-sandbox requests export --har run.har');
    }
  },
  run: async (client, {har = '', ...filters}) => {
    await writeStream(har, await client.open('GET', '/requests', {...queryOf(filters), format: 'har'}));
    return [{file: har}, `the requests are written to ${har}`];
  },
});

const replay = sandboxCommand({
  usage: 'requests replay <number>',
  describe: 'Send a request again, to its account or to a copy',
  options: {
    number: numberOption,
    fork: {describe: 'Send it to a new account with the state before the request', read: flag()},
  },
  examples: [
    ['requests replay 12', 'to the same account'],
    ['requests replay 12 --fork', 'to a copy of the account'],
  ],
  run: async (client, {number, fork}) => {
    const replayed = await client.send<ReplayedRequest>('POST', `/requests/${number}/replay`, undefined, {fork});
    const {account, key, seq, status} = replayed;
    const opened = key === undefined ? '' : `, which the key ${key} opens`;
    const answered = status === 0 ? 'it had no answer' : `it was answered ${status}`;
    return [replayed, `sent again as request ${seq} of the account ${account}${opened}: ${answered}`];
  },
});

export const requests = commandGroup({
  name: 'requests',
  describe: 'Show, replay or export requests, which logs lists',
  commands: [show, replay, exportRequests],
  instead: 'requests show 12',
  examples: [
    ['requests show 12', 'with bodies, changes and findings'],
    ['requests replay 12 --fork', 'send it again, to a copy of the account'],
    ['requests export --har run.har', 'for the network panel of a browser'],
  ],
});
