import {execFile} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {newFolder} from './support/cli.js';
import {blocksOf, root} from './support/pages.js';
import {pictureFiles} from './support/pictures.js';

const blocks = blocksOf('docs/start/first-test.md');
const own = Object.entries(process.env).filter(([name]) => !/^(?:NODE_TEST|AVA|CRM_SANDBOX_)/.test(name));

test('the first test fails by the finding that the page shows, and passes with the right field', async t => {
  const cwd = await newFolder(t);
  mkdirSync(path.join(cwd, 'node_modules'));
  symlinkSync(root, path.join(cwd, 'node_modules/crm-sandbox'));
  writeFileSync(path.join(cwd, 'package.json'), '{"type": "module"}');
  const write = (change: (text: string) => string) => {
    for (const {file, text} of blocks.filter(({run}) => run === 'first')) {
      writeFileSync(path.join(cwd, file!), change(text));
    }
  };
  const run = () =>
    new Promise<string>(resolve => {
      const words = ['--test', '--test-reporter=tap'];
      execFile(process.execPath, words, {cwd, env: Object.fromEntries(own)}, (_, stdout) => resolve(stdout));
    });
  write(text => text);
  const failed = await run();
  t.regex(failed, /^# fail 1$/m);
  const {text: shown} = blocks.find(({language}) => language === 'text')!;
  t.true(failed.includes(shown.slice(1, -1)), failed);
  write(text => text.replace("'Gift', amount", "'Gift', received_amount: amount"));
  t.regex(await run(), /^# pass 1$/m);
});

test('the pictures are those of their texts: npm run docs writes them', t => {
  const folder = path.join(root, 'docs/pictures');
  const files = readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  t.deepEqual(new Map(files), new Map(pictureFiles()));
});
