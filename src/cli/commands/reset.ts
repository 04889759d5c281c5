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
    empty: {describe: 'Leave nothing but the lookup lists', read: flag()},
    keep: {describe: 'Part to leave as it is', read: keep},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['reset', 'the default account'],
    ['reset --key sbx_test-17 --empty', 'another account, to empty'],
  ],
  run: async (client, {empty, keep, all}) => {
    const reply = await client.send<AccountStatus>('POST', '/reset', {to: empty ? 'empty' : 'baseline'}, {all, keep});
    return empty
      ? [reply, described(reply, all, 'is empty', 'are empty')]
      : [reply, described(reply, all, 'is back at its baseline', 'are back at their baselines')];
  },
});
