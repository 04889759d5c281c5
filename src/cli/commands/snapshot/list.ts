import {sandboxCommand} from '../../command.js';
import {holds} from '../../output/format.js';
import {answer} from '../../output/output.js';
import {table} from '../../output/table.js';
import type {SnapshotList} from './name.js';

export const list = sandboxCommand({
  usage: 'snapshot list',
  describe: 'List the snapshots of an account',
  options: {},
  examples: [['snapshot list', 'of the default account']],
  run: async (client, {json}) => {
    const reply = await client.get<SnapshotList>('/snapshots');
    const rows = reply.snapshots.map(({name, saved_at, counts}) => [name, `${saved_at}  ${holds(counts)}`] as const);
    answer(json, reply, table(rows) || 'There are none. Save one: crm-sandbox snapshot save before');
  },
});
