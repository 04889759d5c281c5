import {createParser} from 'eventsource-parser';
import type {ListedRequest} from '../../../admin/requests/list.js';
import type {Client} from '../../client/admin-client.js';
import {codeOf} from '../../client/http-client.js';
import {CommandError} from '../../command-error.js';
import {exitCodes} from '../../exit-codes.js';
import {printError} from '../../output/output.js';

/**
 * Prints each request when it has its response, until the sandbox ends.
 * @param query the filters, with a `?`
 * @throws CommandError if the connection breaks
 */
export async function follow(client: Client, query: string, tell: (request: ListedRequest) => void): Promise<void> {
  const parser = createParser({
    onEvent: ({event, data}) => {
      if (event === 'request') {
        tell(JSON.parse(data) as ListedRequest);
      } else if (event === 'gap') {
        const {from, to} = JSON.parse(data) as {readonly from: number; readonly to: number};
        printError(`Requests ${from} to ${to} are kept no more: they came faster than they were read.`);
      } else if (event === 'cleared') {
        printError('The account was reset.');
      }
    },
  });
  try {
    for await (const chunk of (await client.open('GET', `/events${query}`)).setEncoding('utf8')) {
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
