import {execFile} from 'node:child_process';
import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutNpx} from './support/cli.js';
import {startHere} from './support/options-here.js';
import {blocksOf, root} from './support/pages.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/time-machine.md');
const textOf = (name: string) => blocks.find(block => block.run === name)!.text;

const own = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
const env = Object.fromEntries(own);

test('the example in JavaScript prints what it says', async t => {
  const cwd = await newFolder(t);
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(root, path.join(cwd, 'node_modules/crm-sandbox'));
  const text = textOf('machine');
  writeFileSync(path.join(cwd, 'example.mjs'), text);
  const {stdout} = await run(process.execPath, ['example.mjs'], {cwd, env});
  const shown = Array.from(text.matchAll(/console\.log\(.*\/\/ (.*)$/gm), ([, line]) => line);
  t.is(shown.length, 2);
  t.is(stdout, `${shown.join('\n')}\n`);
});

test('the commands go back to before a request', async t => {
  const {url} = await startHere(t);
  const headers = {authorization: 'Bearer sbx_shell', 'content-type': 'application/json'};
  await fetch(`${url}/api/v1/groups`, {method: 'POST', headers, body: JSON.stringify({name: 'Choir'})});
  const words = withoutNpx(textOf('commands'));
  const {stdout} = await run('sh', ['-ec', words], {env: {...env, CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: 'sbx_shell'}});
  t.regex(
    stdout,
    /^snapshot ready is saved: .*\n\+ groups \d+\n1 created, .* from before request 1 to request 1\naccount shell is back at before request 1: /,
  );
});
