import {sandboxCommand} from '../../command.js';
import {allOption, query} from '../../output/format.js';
import {answer} from '../../output/output.js';
import {nameOption, pathOf} from './name.js';

export const deleteSnapshot = sandboxCommand({
  usage: 'snapshot delete <name>',
  describe: 'Delete a snapshot',
  options: {name: nameOption, all: allOption},
  examples: [['snapshot delete before', 'of the default account']],
  run: async (client, {name = '', all, json}) => {
    const reply = await client.send<object>('DELETE', `${pathOf(name)}${query(all)}`);
    answer(json, reply, `snapshot ${name} is deleted`);
  },
});
