import {writeSync} from 'node:fs';
import {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {schema} from '../../src/resources/index.js';
import {takeStep} from './steps.js';
import {open} from './support.js';

/**
 * A process that changes a data file step by step until it is killed: `writer.js <file> <first step> <last step>`. It
 * prints `done <step>` or `refused <step>` after each step, and `written` or `not written` when it rewrites the file.
 */
const [file = '', first = '', last = ''] = process.argv.slice(2);
const print = (line: string) => writeSync(1, `${line}\n`);

const dataFile = open(file);
const {current} = (await dataFile.read())!;
const account = new Account('default', schema, current, current, dataFile);

async function rewrite(): Promise<void> {
  try {
    await dataFile.write({baseline: current, current: account.state});
    print('written');
  } catch (error) {
    print(`not written: ${(error as Error).message}`);
  }
}

async function tryStep(step: number): Promise<void> {
  try {
    await takeStep(account, step);
    print(`done ${step}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 507)) {
      throw error;
    }
    print(`refused ${step}: ${error.message}`);
  }
}

await rewrite();
for (let step = Number(first); step <= Number(last); step++) {
  await tryStep(step);
  if (step % 40 === 0) {
    await rewrite();
  }
}
dataFile.close();
