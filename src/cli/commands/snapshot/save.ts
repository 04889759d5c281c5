import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {path, UsageError} from '../../options/values.js';
import {allOption, holds, query} from '../../output/format.js';
import {answer} from '../../output/output.js';
import {writeWhole} from '../../output/write-stream.js';
import {nameOption, pathOf, type SnapshotReply} from './name.js';

export const save = sandboxCommand({
  usage: 'snapshot save <name>',
  describe: 'Save the current state under a name',
  options: {
    name: nameOption,
    file: {describe: 'A file to write it to, too', only: 'flag', read: path},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['snapshot save before', 'in the sandbox, until it stops'],
    ['snapshot save before --file before.json', 'and in a file: crm-sandbox start --from before.json'],
  ],
  check: ({file, data}) => {
    if (data !== undefined && file === undefined) {
      throw new UsageError('A snapshot of a data file has to go to a file: --file before.json');
    }
  },
  run: async (client, {name = '', file, all, json}) => {
    const reply = await client.send<SnapshotReply>('PUT', `${pathOf(name)}${query(all)}`);
    if (file !== undefined) {
      await writeWhole(file, await client.open('GET', pathOf(name)));
    }
    const also = file === undefined ? '' : `, and written to ${file}`;
    answer(json, reply, `snapshot ${name} is saved: ${holds(reply.counts)}${also}`);
  },
});
