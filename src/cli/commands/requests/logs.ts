import type {ListedRequest} from '../../../admin/requests/list.js';
import {sandboxCommand} from '../../command.js';
import {flag} from '../../options/values.js';
import {answer} from '../../output/output.js';
import {filterTable, limitOption, queryOf} from './filters.js';
import {follow} from './follow.js';
import {requestLine} from './request-line.js';

/** `crm-sandbox logs`: lists an account's requests, one per line. */
export const logs = sandboxCommand({
  usage: 'logs',
  describe: 'List the latest requests of an account, and what became of each',
  options: {
    ...filterTable,
    ...limitOption,
    follow: {
      describe: 'Go on with each request as it is answered, until Ctrl-C',
      only: 'flag',
      isBoolean: true,
      short: 'f',
      read: flag(),
    },
  },
  examples: [
    ['logs --status 4xx', 'those that were refused, and why'],
    ['logs --follow --changed', 'those that change something, as they come'],
  ],
  run: async (client, {follow: isFollowed, json, ...filters}) => {
    const print = (request: ListedRequest) => answer(json, request, requestLine(request));
    const {requests} = await client.get<{requests: readonly ListedRequest[]}>(`/requests${queryOf(filters)}`);
    for (const request of requests) {
      print(request);
    }
    if (isFollowed) {
      const since = requests.at(-1)?.seq ?? filters.since ?? 0;
      await follow(client, queryOf({...filters, limit: undefined, since}), print);
    }
  },
});
