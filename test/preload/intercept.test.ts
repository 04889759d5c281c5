import {fileURLToPath} from 'node:url';
import test from 'ava';
import {packageFolder} from '../../src/version.js';
import {authority, named, runNode, startServers} from '../support/preload.js';

/** The package’s own folder, because a package can import itself by name. */
const folder = fileURLToPath(packageFolder);

const script = `fetch('https://${named}/fetch').then(({status}) => console.log(status))`;

const setting = (port: number) => JSON.stringify({hosts: [named], port, ca: authority});

for (const [title, words] of [
  ['by --import', ['--import', 'crm-sandbox/intercept', '-e', script]],
  ['by --require', ['--require', 'crm-sandbox/intercept', '-e', script]],
  ['by an import', ['--input-type=module', '-e', `import 'crm-sandbox/intercept'; await ${script};`]],
  [
    'by two imports of two copies',
    ['--import', 'crm-sandbox/intercept', '--require', './dist/bundle/preload.cjs', '-e', script],
  ],
] as const) {
  test(`a process redirects its own connections ${title}`, async t => {
    const {port, got} = await startServers(t);
    const env = {CRM_SANDBOX_INTERCEPT: setting(port), NODE_OPTIONS: ''};
    const {stdout, stderr} = await runNode(t, folder, words, env);
    t.deepEqual([stdout, stderr], ['200\n', '']);
    t.true(got.has('/fetch'));
  });
}

test('a process without CRM_SANDBOX_INTERCEPT exits with an error', async t => {
  for (const words of [
    ['--import', 'crm-sandbox/intercept'],
    ['--require', 'crm-sandbox/intercept'],
  ]) {
    const {code, stdout, stderr} = await runNode(t, folder, [...words, '-e', 'console.log(1)'], {NODE_OPTIONS: ''});
    t.deepEqual([code, stdout], [1, '']);
    t.regex(
      stderr,
      /crm-sandbox\/intercept needs CRM_SANDBOX_INTERCEPT in the environment: crm-sandbox exec --intercept sets it/,
    );
  }
});

test('a child process is redirected like its parent', async t => {
  const {port, got} = await startServers(t);
  const child = `require('child_process').execFileSync(process.execPath, ['-e', ${JSON.stringify(script)}], {env: {}})`;
  const words = ['--require', 'crm-sandbox/intercept', '-e', child];
  const {stderr} = await runNode(t, folder, words, {CRM_SANDBOX_INTERCEPT: setting(port), NODE_OPTIONS: ''});
  t.is(stderr, '');
  t.true(got.has('/fetch'));
});
