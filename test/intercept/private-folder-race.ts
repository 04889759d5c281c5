import {readFileSync} from 'node:fs';
import {PrivateFolder} from '../../src/intercept/private-folder.js';

/** A process that makes folders in one place, as runs do that begin at the same time. Says how many it lost. */
const [parent = '', rounds = ''] = process.argv.slice(2);

let lost = 0;
for (let round = 0; round < Number(rounds); round++) {
  const folder = PrivateFolder.make(parent);
  const file = folder.write('ca.pem', 'a certificate');
  await new Promise(resolve => setImmediate(resolve));
  try {
    readFileSync(file);
  } catch {
    lost += 1;
  }
  folder.remove();
}
process.stdout.write(String(lost));
