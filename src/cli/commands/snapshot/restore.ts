import type {SnapshotEntry} from '../../../admin/snapshots.js';
import type {Diff} from '../../../admin/states/diff.js';
import type {AccountStatus} from '../../../admin/status.js';
import {flag, path, UsageError, word} from '../../../sandbox/options/values.js';
import type {Client} from '../../client/admin-client.js';
import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {readWhole} from '../../files.js';
import {checkExclusive} from '../../options/option-table.js';
import {allOption, described} from '../../output/format.js';

/** The name of a state around a request. Snapshot names contain no colon. */
const requestForm = /^(?:request|after|before):\d+$/;

/** Formats a state's name: `request 142`, `before request 142`, `the baseline`, `snapshot ready`. */
export function spokenOf(name: string): string {
  if (!requestForm.test(name)) {
    return name === 'baseline' ? 'the baseline' : `snapshot ${name}`;
  }
  const [side, seq] = name.split(':');
  return side === 'before' ? `before request ${seq}` : `request ${seq}`;
}

export const nameOption = {
  describe: 'Name of the snapshot: letters, digits, ., _ and -',
  read: word('a name without spaces', 'name'),
} as const;

export const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`;

export const restore = sandboxCommand({
  usage: 'snapshot restore [name]',
  describe: 'Restore a snapshot, a snapshot file, or the state around a request',
  options: {
    name: nameOption,
    file: {describe: 'Snapshot file to restore, instead of a snapshot of the sandbox', read: path},
    'dry-run': {describe: 'Show what it would change, without changing it', read: flag()},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['snapshot restore before', 'as often as you like'],
    ['snapshot restore --file before.json', 'from a file of snapshot save or show'],
    ['snapshot restore before --dry-run', 'what it would change'],
    ['snapshot restore before:142', 'the state before request 142'],
  ],
  check: ({name, file, all, 'dry-run': isDry}) => {
    if (all && name !== undefined && requestForm.test(name)) {
      throw new UsageError('--all cannot be used with a request: each account counts its own');
    }
    checkExclusive({'--dry-run': isDry, '--all': all});
    if ((name === undefined) === (file === undefined)) {
      const which = name === undefined ? '' : ', not both';
      throw new UsageError(
        `Name a snapshot or a file${which}: crm-sandbox snapshot restore before, or --file before.json`,
      );
    }
  },
  run: async (client, {name, file, all, 'dry-run': isDry}) => {
    const source = name === undefined ? file! : spokenOf(name);
    if (isDry) {
      const diffFrom = (from: string) => client.get<Diff>('/diff', {from});
      const diff = await (file === undefined ? diffFrom(name!) : withFile(client, file, false, diffFrom));
      return [{would: diff.total}, wouldDo(diff, source)];
    }
    if (file !== undefined) {
      await withFile(client, file, all, stored => goTo(client, stored, all));
    }
    const reply = file === undefined ? await goTo(client, name!, all) : await client.get<AccountStatus>('');
    return [reply, described(reply, all, `is back at ${source}`, `are back at ${source}`)];
  },
});

const goTo = (client: Client, name: string, all: boolean): Promise<AccountStatus> =>
  requestForm.test(name)
    ? client.send('POST', '/restore', undefined, {to: name})
    : client.send('POST', `${pathOf(name)}/restore`, undefined, {all});

function wouldDo({total: {created, changed, deleted}}: Diff, source: string): string {
  return created + changed + deleted === 0
    ? `Nothing would change: the account is as in ${source}`
    : `going back to ${source} would delete ${created}, change ${changed} and bring back ${deleted}; nothing was done`;
}

/** A sandbox restores only named snapshots, so this stores the file under an unused name while `work` runs. */
async function withFile<T>(client: Client, file: string, all: boolean, work: (name: string) => Promise<T>): Promise<T> {
  const content = await readWhole(file);
  const name = await freeName(client);
  await client.send('PUT', pathOf(name), content, {all});
  try {
    return await work(name);
  } finally {
    await client.send('DELETE', pathOf(name), undefined, {all});
  }
}

async function freeName(client: Client): Promise<string> {
  const {snapshots} = await client.get<{snapshots: readonly SnapshotEntry[]}>('/snapshots');
  const taken = snapshots.map(({name}) => name);
  let number = 1;
  while (taken.includes(`from-file-${number}`)) {
    number += 1;
  }
  return `from-file-${number}`;
}
