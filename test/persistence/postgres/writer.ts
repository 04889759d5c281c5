import {writeSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import {takeAccountStep} from '../account-steps.js';
import {openNode} from './support.js';

/**
 * A process that changes accounts step by step until it is killed: `writer.js <data> <first step> <last step>`. It
 * prints `done <step>` when a step is committed.
 */
const [data = '', first = '', last = ''] = process.argv.slice(2);

const {accounts} = await openNode(data);
for (let step = Number(first); step <= Number(last); step++) {
  await takeAccountStep(accounts, step);
  writeSync(1, `done ${step}\n`);
  await setImmediate();
}
