import {allOption, query} from '../accounts.js';
import {answer} from '../say.js';
import {sandboxVerb} from '../verb.js';
import {nameOption, pathOf} from './name.js';

export const deleteSnapshot = sandboxVerb({
  usage: 'snapshot delete <name>',
  describe: 'Forget a snapshot',
  options: {name: nameOption, all: allOption},
  examples: [['snapshot delete before', 'of the default account']],
  run: async (client, {name = '', all, json}) => {
    const reply = await client.send<object>('DELETE', `${pathOf(name)}${query(all)}`);
    answer(json, reply, `snapshot ${name} is deleted`);
  },
});
