import type {SandboxStatus} from '../../admin/status.js';
import {dataOption} from '../client/connection.js';
import {sandboxCommand} from '../command.js';
import {clockText, table} from '../output/format.js';

export const status = sandboxCommand({
  usage: 'status',
  describe: 'Show the settings of a sandbox and the records of an account',
  options: dataOption,
  examples: [
    ['status', 'of the default account'],
    ['status --key sbx_test-17 --json', 'of another account, as JSON'],
  ],
  run: async (client, {data}) => {
    const reply = await client.get<SandboxStatus>('');
    return [reply, textOf(reply, data ?? client.url)];
  },
});

function textOf(status: SandboxStatus, at: string): string {
  const {version, seed, account, generation, clock, counts, snapshots, accounts, listener, settings, overrides} =
    status;
  const rows = Object.entries({
    account: `${account}, generation ${generation}`,
    clock: clockText(clock),
    seed,
    accounts,
    snapshots: snapshots.join(', ') || 'none',
    listener,
    settings: settingsText(settings),
    ...(overrides > 0 && {overrides: `${overrides} in force`}),
  });
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  return `crm-sandbox ${version} at ${at}\n${table([...rows, ['', ''], ...held])}`;
}

function settingsText({assume, max_limit, strict, rate_limit}: SandboxStatus['settings']): string {
  const assumed = Object.entries(assume).map(([name, value]) => `${name}=${value}`);
  const limits = [`max-limit ${max_limit}`, rate_limit === null ? 'no rate limit' : `rate-limit ${rate_limit}`];
  return [...assumed, ...limits, ...(strict ? ['strict'] : [])].join(', ');
}
