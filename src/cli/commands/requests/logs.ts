import {createParser} from 'eventsource-parser';
import type {ListedRequest} from '../../../admin/requests/list.js';
import {flag} from '../../../sandbox/options/values.js';
import type {Client, Query} from '../../client/admin-client.js';
import {codeOf} from '../../client/http-client.js';
import {sandboxCommand} from '../../command.js';
import {CommandError, exitCodes} from '../../command-error.js';
import {print, printError} from '../../output/output.js';
import {filterTable, limitOption, queryOf, requestLine} from './filters.js';

export const logs = sandboxCommand({
  usage: 'logs',
  describe: 'List the latest requests of an account and their results',
  options: {
    ...filterTable,
    ...limitOption,
    follow: {describe: 'Print new requests until Ctrl-C', short: 'f', read: flag()},
  },
  examples: [
    ['logs --status 4xx', 'rejected requests, with the reason'],
    ['logs --follow --changed', 'new requests that change data'],
  ],
  run: async (client, {follow: isFollowed, json, ...filters}) => {
    const printRequest = (request: ListedRequest) => print(json ? JSON.stringify(request) : requestLine(request));
    const {requests} = await client.get<{requests: readonly ListedRequest[]}>('/requests', queryOf(filters));
    for (const request of requests) {
      printRequest(request);
    }
    if (isFollowed) {
      const since = requests.at(-1)?.seq ?? filters.since ?? 0;
      await follow(client, {...queryOf(filters), limit: undefined, since}, printRequest);
    }
  },
});

/** Prints each request after its response. @throws CommandError if the connection is lost */
async function follow(client: Client, query: Query, printRequest: (request: ListedRequest) => void): Promise<void> {
  const parser = createParser({
    onEvent: ({event, data}) => {
      if (event === 'request') {
        printRequest(JSON.parse(data) as ListedRequest);
      } else if (event === 'gap') {
        const {from, to} = JSON.parse(data) as {readonly from: number; readonly to: number};
        printError(`Requests ${from} to ${to} were dropped: they arrived faster than they were read.`);
      } else if (event === 'cleared') {
        printError('The account was reset.');
      }
    },
  });
  try {
    for await (const chunk of (await client.open('GET', '/events', query)).setEncoding('utf8')) {
      parser.feed(chunk as string);
    }
  } catch (error) {
    if (error instanceof CommandError) {
      throw error;
    }
    throw new CommandError(`The sandbox at ${client.url} broke off (${codeOf(error)})`, exitCodes.unavailable);
  }
  printError(`The sandbox at ${client.url} has ended.`);
}
