import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutNpx} from './support/cli.js';
import {startHere} from './support/options-here.js';
import {blocksOf} from './support/pages.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/your-account.md');

test('the commands learn an account and start a sandbox with its lists', async t => {
  const {url} = await startHere(t, ['--seed', '4']);
  const cwd = await newFolder(t);
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
  const env = {...Object.fromEntries(variables), CRM_API_KEY: 'sandbox-key', CRM_SANDBOX_PORT: '0'};
  const runBlock = async (name: string, change = (text: string) => text) => {
    const {text} = blocks.find(block => block.run === name)!;
    const line = change(withoutNpx(text.replaceAll('https://api.example.com', url)));
    return run('sh', ['-ec', line], {cwd, env});
  };
  await runBlock('list');
  const texts = readFileSync(path.join(cwd, 'texts.txt'), 'utf8').split('\n');
  t.true(texts.includes('Unrestricted (sample)'));
  const {stdout} = await runBlock('learn');
  t.regex(stdout, /^account\.json has 25 lists; \d+ texts are kept and 0 replaced\./);
  // The port is free, so `stop` needs the URL.
  const started = await runBlock('start', text =>
    text.replace(/(--detach)\n(.*stop)/, '$1 | tee ready\n$2 --url $(grep -o "http:[^ ]*" ready)'),
  );
  t.regex(started.stdout, /^crm-sandbox ready at http:/);
  t.regex(started.stdout, /stopped|has stopped|ended/);
});
