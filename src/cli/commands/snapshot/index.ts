import {commandGroup} from '../../command-group.js';
import {deleteSnapshot} from './delete.js';
import {diff} from './diff.js';
import {inspect, validate} from './inspect.js';
import {list} from './list.js';
import {restore} from './restore.js';
import {save} from './save.js';
import {show} from './show.js';

export const snapshot = commandGroup({
  name: 'snapshot',
  describe: 'Save, restore and compare states of an account',
  heading: 'Keep states of an account, go back to them, compare with them',
  commands: [save, restore, list, show, deleteSnapshot, diff, inspect, validate],
  instead: 'snapshot save before',
  examples: [
    ['snapshot save before', 'keeps the present state'],
    ['snapshot diff before', 'what changed since'],
    ['snapshot restore before', 'goes back to it'],
  ],
});
