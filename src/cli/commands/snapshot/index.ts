import type {SnapshotEntry} from '../../../admin/snapshots.js';
import {path, UsageError, word} from '../../../sandbox/options/values.js';
import {dataOption} from '../../client/connection.js';
import {commandGroup, sandboxCommand} from '../../command.js';
import {checkExclusive} from '../../options/option-table.js';
import {allOption, holds, table} from '../../output/format.js';
import {writeOut, writeStream} from '../../output/write-file.js';
import {diff} from './diff.js';
import {inspect, validate} from './inspect.js';
import {nameOption, pathOf, restore} from './restore.js';

const save = sandboxCommand({
  usage: 'snapshot save <name>',
  describe: 'Save the current state, or the state around a request',
  options: {
    name: nameOption,
    of: {
      describe: 'State around a request, instead of the current one: request:142, before:142',
      read: word('a state without spaces'),
    },
    file: {describe: 'File to write the snapshot to as well', read: path},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['snapshot save before', 'in the sandbox, until it stops'],
    ['snapshot save before --file before.json', 'also to a file, for start --from before.json'],
    ['snapshot save before --of before:142', 'the state before request 142'],
  ],
  check: ({file, data, of, all}) => {
    checkExclusive({'--of': of, '--all': all});
    if (data !== undefined && file === undefined) {
      throw new UsageError('A snapshot of a data file has to go to a file: --file before.json');
    }
  },
  run: async (client, {name = '', of, file, all}) => {
    const reply = await client.send<SnapshotEntry>('PUT', pathOf(name), undefined, {of, all});
    if (file !== undefined) {
      await writeStream(file, await client.open('GET', pathOf(name)));
    }
    const also = file === undefined ? '' : `, and written to ${file}`;
    return [reply, `snapshot ${name} is saved: ${holds(reply.counts)}${also}`];
  },
});

const list = sandboxCommand({
  usage: 'snapshot list',
  describe: 'List the snapshots of an account',
  options: {},
  examples: [['snapshot list', 'of the default account']],
  run: async client => {
    const reply = await client.get<{snapshots: readonly SnapshotEntry[]}>('/snapshots');
    const rows = reply.snapshots.map(({name, saved_at, counts}) => [name, `${saved_at}  ${holds(counts)}`] as const);
    return [reply, table(rows) || 'There are none. Save one: crm-sandbox snapshot save before'];
  },
});

const show = sandboxCommand({
  usage: 'snapshot show <name>',
  describe: 'Print a snapshot as one JSON document',
  options: {name: nameOption, file: {describe: 'File to write, instead of stdout', read: path}},
  examples: [
    ['snapshot show before > before.json', 'on stdout'],
    ['snapshot show before --file before.json', 'to a file'],
  ],
  run: async (client, {name = '', file}) => {
    const document = await client.open('GET', pathOf(name));
    if (file === undefined) {
      await writeOut(document);
      return undefined;
    }
    await writeStream(file, document);
    return [{name, file}, `snapshot ${name} is written to ${file}`];
  },
});

const deleteSnapshot = sandboxCommand({
  usage: 'snapshot delete <name>',
  describe: 'Delete a snapshot',
  options: {name: nameOption, all: allOption},
  examples: [['snapshot delete before', 'of the default account']],
  run: async (client, {name = '', all}) => [
    await client.send('DELETE', pathOf(name), undefined, {all}),
    `snapshot ${name} is deleted`,
  ],
});

export const snapshot = commandGroup({
  name: 'snapshot',
  describe: 'Save, restore and compare states of an account',
  heading: 'Save states of an account, restore them, compare with them',
  commands: [save, restore, list, show, deleteSnapshot, diff, inspect, validate],
  instead: 'snapshot save before',
  examples: [
    ['snapshot save before', 'save the current state'],
    ['snapshot diff before', 'show what changed since'],
    ['snapshot restore before', 'go back to it'],
  ],
});
