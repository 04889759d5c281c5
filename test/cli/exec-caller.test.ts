import path from 'node:path';
import test from 'ava';
import {withPreload} from '../../src/cli/exec/command-environment.js';
import {requiring} from '../../src/preload/redirect/setting.js';
import {runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {preload, projectOf} from '../support/preload.js';

const client = `
const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
await fetch(url + '/api/v1/groups', {
  method: 'POST',
  headers: {authorization: 'Bearer ' + key, 'content-type': 'application/json'},
  body: '{"name": "Choir", "ordinall": 3}',
});
`;

const small = ['exec', '--profile', 'small'];

test('findings of exec tell the line of the command, and what NODE_OPTIONS said before holds', async t => {
  const folder = await projectOf(t, {'src/a b/own.cjs': "console.log('own');", 'src/sync.mjs': client});
  const own = `--require "${path.join(folder, 'src/a b/own.cjs')}"`;
  const words = [...small, '--report', 'text', '--', process.execPath, 'src/sync.mjs'];
  const {code, stdout, stderr} = await runCli(t, words, {NODE_OPTIONS: own}, folder).ended;
  t.is(code, 0, stderr);
  t.true(stdout.endsWith('own\n'));
  t.regex(stderr, /src\/sync\.mjs:3/);
});

test('lost answers are told with the line that sent them', async t => {
  const twice = `for (let left = 2; left > 0; left--) {
    try {${client} break;} catch {}
  }`;
  const folder = await projectOf(t, {'src/sync.mjs': twice});
  const words = [...small, '--lost-answers', '--', process.execPath, 'src/sync.mjs'];
  const {stderr} = await runCli(t, words, {}, folder).ended;
  t.regex(stderr, /sent by src\/sync\.mjs:4/);
});

test('a command may run another sandbox with what it was told', async t => {
  const words = [...small, '--', process.execPath, '-e', ''];
  const {code, stderr} = await runHere(words, {CRM_SANDBOX_FOLDER: process.cwd(), CRM_SANDBOX_INTERCEPT: ''});
  t.is(code, 0, stderr);
  t.is((await runHere(words, {CRM_SANDBOX_FOLDERS: '/'})).code, 2, 'a typo is refused');
});

test('the preload comes before what NODE_OPTIONS say, once, and keeps the rest of the environment', t => {
  const env = withPreload({A: 'b', NODE_OPTIONS: '--no-warnings', CRM_SANDBOX_FOLDER: '/app'});
  t.deepEqual(env, {A: 'b', NODE_OPTIONS: `--require ${preload} --no-warnings`, CRM_SANDBOX_FOLDER: '/app'});
  t.deepEqual(withPreload(env), env);
  t.like(withPreload({}), {NODE_OPTIONS: `--require ${preload}`, CRM_SANDBOX_FOLDER: process.cwd()});
});

test('a file is named in NODE_OPTIONS as Node reads it', t => {
  t.is(requiring('C:\\app\\p.cjs'), '--require C:\\app\\p.cjs');
  t.is(requiring('C:\\my app\\p.cjs', '-C x'), '--require "C:\\\\my app\\\\p.cjs" -C x');
  t.is(requiring('/a "b"/p.cjs'), '--require "/a \\"b\\"/p.cjs"');
});
