import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {path, UsageError, word} from '../../options/values.js';
import {allOption, holds} from '../../output/format.js';
import {answer} from '../../output/output.js';
import {writeWhole} from '../../output/write-stream.js';
import {nameOption, pathOf, type SnapshotReply} from './name.js';

export const save = sandboxCommand({
  usage: 'snapshot save <name>',
  describe: 'Save the current state under a name, or that around a request',
  options: {
    name: nameOption,
    of: {
      describe: 'The state around a request, instead of the current one: request:142, before:142',
      only: 'flag',
      read: word('a state without spaces'),
    },
    file: {describe: 'A file to write it to, too', only: 'flag', read: path},
    all: allOption,
    ...dataOption,
  },
  examples: [
    ['snapshot save before', 'in the sandbox, until it stops'],
    ['snapshot save before --file before.json', 'and in a file: crm-sandbox start --from before.json'],
    ['snapshot save before --of before:142', 'as request 142 found it'],
  ],
  check: ({file, data, of, all}) => {
    if (of !== undefined && all) {
      throw new UsageError('--of and --all are mutually exclusive: give one of them');
    }
    if (data !== undefined && file === undefined) {
      throw new UsageError('A snapshot of a data file has to go to a file: --file before.json');
    }
  },
  run: async (client, {name = '', of, file, all, json}) => {
    const query = new URLSearchParams({...(of !== undefined && {of}), ...(all && {all: 'true'})});
    const reply = await client.send<SnapshotReply>('PUT', `${pathOf(name)}?${query}`);
    if (file !== undefined) {
      await writeWhole(file, await client.open('GET', pathOf(name)));
    }
    const also = file === undefined ? '' : `, and written to ${file}`;
    answer(json, reply, `snapshot ${name} is saved: ${holds(reply.counts)}${also}`);
  },
});
