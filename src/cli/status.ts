import type {AccountStatus} from '../account-handle.js';
import {dataOption} from './connection.js';
import {answer} from './say.js';
import {sandboxVerb} from './verb.js';

/** `crm-sandbox status`: what the sandbox is, and what the account holds. */
export const status = sandboxVerb({
  usage: 'status',
  describe: 'Show what the sandbox is, and what an account holds',
  options: dataOption,
  examples: [
    ['status', 'of the default account'],
    ['status --key sbx_test-17 --json', "of another key's, for a program"],
  ],
  run: async (client, {json, data}) => {
    const reply = await client.get<AccountStatus>('');
    answer(json, reply, table(reply, data ?? client.url));
  },
});

function table({version, seed, account, generation, clock, counts, snapshots, accounts}: AccountStatus, at: string) {
  const rows = {
    account: `${account}, generation ${generation}`,
    clock: `${clock.mode}, at ${clock.now}${clock.tick === null ? '' : `, ticking ${clock.tick} with each write`}`,
    seed,
    accounts,
    snapshots: snapshots.join(', ') || 'none',
  };
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  const width = Math.max(...Object.keys(rows).map(name => name.length), ...held.map(([name]) => name.length)) + 2;
  const lines = [...Object.entries(rows), ['', ''] as const, ...held];
  return [
    `crm-sandbox ${version} at ${at}`,
    ...lines.map(([name, value]) => `${name.padEnd(width)}${value}`.trimEnd()),
  ].join('\n');
}
