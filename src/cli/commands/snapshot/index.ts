import type {CommandModule} from 'yargs';
import {UsageError} from '../../options/values.js';
import {deleteSnapshot} from './delete.js';
import {diff} from './diff.js';
import {inspect, validate} from './inspect.js';
import {list} from './list.js';
import {restore} from './restore.js';
import {save} from './save.js';
import {show} from './show.js';

/** `crm-sandbox snapshot save before`, and the others. */
export const snapshot: CommandModule = {
  command: 'snapshot',
  describe: 'Save, restore and compare states of an account',
  builder: yargs =>
    yargs
      .usage('$0 snapshot <command>\n\nKeep states of an account, go back to them, compare with them')
      .command([save, restore, list, show, deleteSnapshot, diff, inspect, validate] as unknown as CommandModule)
      .demandCommand(1, 'Name what to do, such as: crm-sandbox snapshot save before')
      .example('$0 snapshot save before', 'keeps the present state')
      .example('$0 snapshot diff before', 'what changed since')
      .example('$0 snapshot restore before', 'goes back to it'),
  handler: () => {
    throw new UsageError('Name what to do, such as: crm-sandbox snapshot save before');
  },
};
