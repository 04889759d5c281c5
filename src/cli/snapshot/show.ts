import {answer} from '../say.js';
import {path} from '../values.js';
import {sandboxVerb} from '../verb.js';
import {writeOut, writeWhole} from '../write-whole.js';
import {nameOption, pathOf} from './name.js';

export const show = sandboxVerb({
  usage: 'snapshot show <name>',
  describe: 'Write a snapshot as a file: one JSON document',
  options: {name: nameOption, file: {describe: 'The file, instead of stdout', only: 'flag', read: path}},
  examples: [
    ['snapshot show before > before.json', 'on stdout'],
    ['snapshot show before --file before.json', 'whole or not at all'],
  ],
  run: async (client, {name = '', file, json}) => {
    const document = await client.open('GET', pathOf(name));
    if (file === undefined) {
      await writeOut(document);
      return;
    }
    await writeWhole(file, document);
    answer(json, {name, file}, `snapshot ${name} is written to ${file}`);
  },
});
