import {spawn} from 'node:child_process';
import {appendFile, rm, stat} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {watch} from '../../dist/test/support/cli.js';
import {blocksOf} from '../../dist/test/support/pages.js';
import {clone, run} from './installed-package.js';

test('the first command of the README starts a sandbox in a fresh clone', async t => {
  const cwd = await clone(t);
  const command = blocksOf('README.md').find(({text}) => /^npm install && npx crm-sandbox start$/.test(text));
  t.truthy(command);
  const variables = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_|INIT_CWD|NODE_OPTIONS|CRM_SANDBOX_)/.test(name),
  );
  const [install, start] = command.text.split(' && ');
  await run(cwd, 'sh', ['-c', install]);
  const built = () => stat(path.join(cwd, 'dist/bundle/cli.cjs')).then(({ino, mtimeMs}) => ({ino, mtimeMs}));
  const before = await built();
  const child = spawn('sh', ['-c', start], {
    cwd,
    env: {...Object.fromEntries(variables), CRM_SANDBOX_PORT: '0'},
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // already ended
    }
  });
  const [, url] = await watch(child).waitFor(/crm-sandbox ready at (http:\S+)/);
  t.is(
    (await fetch(`${url}/api/v1/constituents?limit=1`, {headers: {authorization: 'Bearer sandbox-key'}})).status,
    200,
  );

  t.deepEqual(await built(), before, 'npx must not build again');
  // Without the compiler, an attempt fails at once, and takes no time for a whole build.
  await rm(path.join(cwd, 'node_modules/typescript'), {recursive: true});
  await t.notThrowsAsync(run(cwd, 'npm', ['run', 'prepare']));
  await appendFile(path.join(cwd, 'src/version.ts'), '// changed');
  await t.throwsAsync(run(cwd, 'npm', ['run', 'prepare']), {message: /typescript/}, 'a change must be built');
});
