import type {AccountStatus} from '../../admin/status.js';
import {choice, flag} from '../../sandbox/options/values.js';
import {dataOption} from '../client/connection.js';
import {sandboxCommand} from '../command.js';
import {allOption, described} from '../output/format.js';

const keep = choice(['faults']);

export const reset = sandboxCommand({
  usage: 'reset',
  describe: 'Reset an account to the state it started from',
  options: {
    empty: {describe: 'To nothing but the lookup lists that every account has', read: flag()},
    keep: {describe: 'What to leave as it is: faults', read: keep},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['reset', 'the default account, of the sandbox on port 4080'],
    ['reset --key sbx_test-17 --empty', "another key's account, to nothing"],
  ],
  run: async (client, {empty, keep, all}) => {
    const reply = await client.send<AccountStatus>('POST', '/reset', {to: empty ? 'empty' : 'baseline'}, {all, keep});
    return empty
      ? [reply, described(reply, all, 'is empty', 'are empty')]
      : [reply, described(reply, all, 'is back at its baseline', 'are back at their baselines')];
  },
});
