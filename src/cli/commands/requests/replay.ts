import type {ReplayedRequest} from '../../../admin/requests/replay.js';
import {sandboxCommand} from '../../command.js';
import {flag, integerBetween} from '../../options/values.js';
import {answer} from '../../output/output.js';

export const replay = sandboxCommand({
  usage: 'requests replay <number>',
  describe: 'Send a request again, to the account as it is or to a copy of what it was',
  options: {
    number: {
      describe: 'As logs shows it',
      only: 'positional',
      read: integerBetween(1, Number.MAX_SAFE_INTEGER),
    },
    fork: {
      describe: 'To a new account, which is as this one was before the request',
      only: 'flag',
      isBoolean: true,
      read: flag(),
    },
  },
  examples: [
    ['requests replay 12', 'what the client sent, once more'],
    ['requests replay 12 --fork', 'without a change to the account'],
  ],
  run: async (client, {number, fork, json}) => {
    const replayed = await client.send<ReplayedRequest>(
      'POST',
      `/requests/${number}/replay${fork ? '?fork=true' : ''}`,
    );
    const {account, key, seq, status} = replayed;
    const opened = key === undefined ? '' : `, which the key ${key} opens`;
    const answered = status === 0 ? 'it had no answer' : `it was answered ${status}`;
    answer(json, replayed, `sent again as request ${seq} of the account ${account}${opened}: ${answered}`);
  },
});
