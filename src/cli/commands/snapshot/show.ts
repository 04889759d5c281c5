import {sandboxCommand} from '../../command.js';
import {path} from '../../options/values.js';
import {answer} from '../../output/output.js';
import {writeOut, writeWhole} from '../../output/write-stream.js';
import {nameOption, pathOf} from './name.js';

export const show = sandboxCommand({
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
