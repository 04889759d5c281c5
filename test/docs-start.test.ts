import {execFile} from 'node:child_process';
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {blocksOf, root} from './support/pages.js';
import {pictureFiles} from './support/pictures.js';
import {moduleManifest, plainEnvironment, projectWith} from './support/project.js';

const blocks = blocksOf('docs/start/first-test.md');

test('the first test fails with the finding of the page, and passes with the correct field', async t => {
  const cwd = await projectWith(t, moduleManifest);
  const write = (change: (text: string) => string) => {
    for (const {file, text} of blocks.filter(({run}) => run === 'first')) {
      writeFileSync(path.join(cwd, file!), change(text));
    }
  };
  const run = () =>
    new Promise<string>(resolve => {
      const words = ['--test', '--test-reporter=tap'];
      execFile(process.execPath, words, {cwd, env: plainEnvironment}, (_, stdout) => resolve(stdout));
    });
  write(text => text);
  const failed = await run();
  t.regex(failed, /^# fail 1$/m);
  const {text: shown} = blocks.find(({language}) => language === 'text')!;
  t.true(failed.includes(shown.slice(1, -1)), failed);
  write(text => text.replace("'Gift', amount", "'Gift', received_amount: amount"));
  t.regex(await run(), /^# pass 1$/m);
});

test('the pictures are up to date (run npm run docs)', t => {
  const folder = path.join(root, 'docs/pictures');
  const files = readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')] as const);
  t.deepEqual(new Map(files), new Map(pictureFiles()));
});
