import {fuzz} from './fuzz.js';
import {readOptions} from './options.js';
import {startOwnSandbox} from './own-sandbox.js';
import {describe} from './report.js';

const options = readOptions(process.argv.slice(2), process.env, {seed: 1, requests: 20_000});
const sandbox = await startOwnSandbox(true);
const started = performance.now();
try {
  const report = await fuzz(sandbox.document, sandbox.server, options);
  const complaints = await sandbox.complaints();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = [describe(report), ...complaints, `seed ${options.seed}, ${seconds} s`];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = report.failures.length + complaints.length > 0 ? 1 : 0;
} finally {
  await sandbox.close();
}
