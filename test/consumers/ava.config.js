import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'crm-sandbox-consumers-'));
process.once('exit', () => rmSync(folder, {recursive: true, force: true}));

/** Tests that need packages or programs that the product does not. `npm run test:consumers` shares browsers. */
export default {
  files: ['test/consumers/*.test.js'],
  workerThreads: false,
  // Each mostly waits for a browser or an installation.
  concurrency: 4,
  timeout: '5m',
  // The folder for results of made-once.js, shared by all files.
  environmentVariables: {CONSUMERS_FOLDER: folder},
};
