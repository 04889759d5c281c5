import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-consumers-'));
process.once('exit', () => rmSync(folder, {recursive: true, force: true}));

/** What only packages and programs can tell that the product does without. `npm run test:consumers` shares browsers. */
export default {
  files: ['test/consumers/*.test.js'],
  workerThreads: false,
  // Each waits for others much of the time: a browser, an installation.
  concurrency: 4,
  timeout: '5m',
  // What made-once.js makes for all files is in there.
  environmentVariables: {CONSUMERS_FOLDER: folder},
};
