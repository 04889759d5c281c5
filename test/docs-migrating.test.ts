import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {startHere} from './support/options-here.js';
import {blocksOf} from './support/pages.js';
import {plainEnvironment, projectWith} from './support/project.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/recipes/migrating.md');

test('the test that replaces nock stubs passes', async t => {
  const {file, text} = blocks.find(({run: how}) => how === 'node')!;
  const cwd = await projectWith(t, {[file!]: text});
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env: plainEnvironment});
  t.regex(stdout, /^# pass 1$/m);
});

/** The expected end of each block's output. */
const ends = [/a reset[\s\S]*"count":1,"exchanges":\[/, /"status":503[\s\S]*"count":2,"exchanges":\[/];

test('the requests that replace WireMock and MockServer return the expected output', async t => {
  const {url} = await startHere(t);
  const shells = blocks.filter(({run: how}) => how === 'shell');
  t.is(shells.length, ends.length);
  for (const [index, {text}] of shells.entries()) {
    const {stdout} = await run('sh', ['-c', text], {env: {...plainEnvironment, CRM_SANDBOX_URL: url}});
    t.regex(stdout, ends[index]!);
  }
});
