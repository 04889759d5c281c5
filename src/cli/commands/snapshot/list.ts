import {sandboxCommand} from '../../command.js';
import {holds} from '../../output/format.js';
import {answer} from '../../output/output.js';
import type {SnapshotList} from './name.js';

export const list = sandboxCommand({
  usage: 'snapshot list',
  describe: 'List the snapshots of an account',
  options: {},
  examples: [['snapshot list', 'of the default account']],
  run: async (client, {json}) => {
    const reply = await client.get<SnapshotList>('/snapshots');
    answer(json, reply, table(reply.snapshots) || 'There are none. Save one: crm-sandbox snapshot save before');
  },
});

function table(snapshots: SnapshotList['snapshots']): string {
  const width = Math.max(...snapshots.map(({name}) => name.length));
  return snapshots.map(({name, saved_at, counts}) => `${name.padEnd(width)}  ${saved_at}  ${holds(counts)}`).join('\n');
}
