import type {AccountStatus} from '../../../admin/status.js';
import type {Client} from '../../client/admin-client.js';
import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {path, UsageError} from '../../options/values.js';
import {allOption, described, query} from '../../output/format.js';
import {answer} from '../../output/output.js';
import {readWhole} from '../../read-json-file.js';
import {nameOption, pathOf, type SnapshotList} from './name.js';

export const restore = sandboxCommand({
  usage: 'snapshot restore [name]',
  describe: 'Restore a snapshot, or a snapshot file',
  options: {
    name: nameOption,
    file: {describe: 'A snapshot file to restore, instead of a snapshot of the sandbox', only: 'flag', read: path},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['snapshot restore before', 'as often as you like'],
    ['snapshot restore --file before.json', 'from a file that snapshot save or show wrote'],
  ],
  check: ({name, file}) => {
    if ((name === undefined) === (file === undefined)) {
      throw new UsageError('Name a snapshot or a file: crm-sandbox snapshot restore before, or --file before.json');
    }
  },
  run: async (client, {name, file, all, json}) => {
    const reply = file === undefined ? await goTo(client, name!, all) : await goToFile(client, file, all);
    const source = name === undefined ? file : `snapshot ${name}`;
    answer(json, reply, described(reply, all, `is back at ${source}`, `are back at ${source}`));
  },
});

const goTo = (client: Client, name: string, all: boolean) =>
  client.send<AccountStatus>('POST', `${pathOf(name)}/restore${query(all)}`);

/** The sandbox goes to what it has under a name: so it has the file under a free one, until it has gone there. */
async function goToFile(client: Client, file: string, all: boolean): Promise<AccountStatus> {
  const content = await readWhole(file);
  const name = await freeName(client);
  const path = `${pathOf(name)}${query(all)}`;
  await client.send('PUT', path, content);
  try {
    await goTo(client, name, all);
  } finally {
    await client.send('DELETE', path);
  }
  return client.get('');
}

async function freeName(client: Client): Promise<string> {
  const {snapshots} = await client.get<SnapshotList>('/snapshots');
  const taken = snapshots.map(({name}) => name);
  let number = 1;
  while (taken.includes(`from-file-${number}`)) {
    number += 1;
  }
  return `from-file-${number}`;
}
