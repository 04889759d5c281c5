import {writeSync} from 'node:fs';
import {setImmediate} from 'node:timers/promises';
import {Accounts} from '../../src/accounts/accounts.js';
import {schema} from '../../src/resources/index.js';
import {common, takeAccountStep} from './account-steps.js';
import {open} from './support.js';

/**
 * A process that changes accounts step by step until it is killed: `accounts-writer.js <file> <first step> <last
 * step>`. It prints `done <step>` when a step is committed. The log is short, so the file is often rewritten.
 */
const [file = '', first = '', last = ''] = process.argv.slice(2);

const options = {schema, baseline: common, seed: 1};
const dataFile = open(file, {...options, longestLog: 40_000});
const accounts = await Accounts.open({...options, adapter: dataFile, changeLog: dataFile});
await accounts.save();
for (let step = Number(first); step <= Number(last); step++) {
  await takeAccountStep(accounts, step);
  writeSync(1, `done ${step}\n`);
  await setImmediate();
}
