import {execFile} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutNpx} from './support/cli.js';
import {blocksOf} from './support/pages.js';
import {projectWith} from './support/project.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/test/overrides.md');
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_')));

test('exec with the overrides file prints the output of the page', async t => {
  const cwd = await newFolder(t);
  const {file = '', text} = blocks.find(({file}) => file !== undefined)!;
  writeFileSync(path.join(cwd, file), text);
  const index = blocks.findIndex(({run}) => run === 'shell');
  const {stdout} = await run('sh', ['-c', withoutNpx(blocks[index]!.text)], {cwd, env});
  t.is(stdout.trimEnd(), blocks[index + 1]!.text);
});

test('the JavaScript example of overrides runs', async t => {
  const cwd = await projectWith(t, {'override.mjs': blocks.find(({run}) => run === 'override')!.text});
  await t.notThrowsAsync(run(process.execPath, ['override.mjs'], {cwd, env}));
});
