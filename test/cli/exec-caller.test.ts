import {readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import {loading} from '../../src/preload/redirect/setting.js';
import {withPreload} from '../../src/sandbox/command/environment.js';
import {packageFolder} from '../../src/version.js';
import {runCli, withoutJdk} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';
import {host} from '../support/intercepted.js';
import {preload, projectOf} from '../support/preload.js';

const client = `
const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
await fetch(url + '/api/v1/groups', {
  method: 'POST',
  headers: {authorization: 'Bearer ' + key, 'content-type': 'application/json'},
  body: '{"name": "Choir", "ordinall": 3}',
});
`;

const callers = fileURLToPath(new URL('python/callers', packageFolder));

const small = ['exec', '--profile', 'small'];

test('findings of exec name the line that sent the request, and existing NODE_OPTIONS apply', async t => {
  const folder = await projectOf(t, {'src/a b/own.cjs': "console.log('own');", 'src/sync.mjs': client});
  const nodeOptions = `--require "${path.join(folder, 'src/a b/own.cjs')}"`;
  const words = [...small, '--report', 'text', '--', process.execPath, 'src/sync.mjs'];
  const {code, stdout, stderr} = await runCli(t, words, {NODE_OPTIONS: nodeOptions}, folder).ended;
  t.is(code, 0, stderr);
  t.true(stdout.endsWith('own\n'));
  t.regex(stderr, /src\/sync\.mjs:3/);
});

const wrapper = `
export async function send(path, body) {
  const {BASE_URL, CRM_SANDBOX_URL, CRM_SANDBOX_KEY} = process.env;
  const headers = {authorization: 'Bearer ' + CRM_SANDBOX_KEY, 'content-type': 'application/json'};
  await fetch((BASE_URL ?? CRM_SANDBOX_URL) + path, {method: 'POST', headers, body: JSON.stringify(body)});
}
const gift = {gift_type_name: 'Gift', received_date: '2025-12-24', amount: 50};
export const give = external_id => send('/api/v1/constituents/959400/gifts', {...gift, external_id});
`;

for (const [title, words, env] of [
  ['exec', [], {}],
  ['exec --intercept', ['--intercept', host], {BASE_URL: `https://${host}`}],
] as const) {
  test(`${title}: a mistake that two files make through one wrapper is one finding with two call chains`, async t => {
    const folder = await projectOf(t, {
      'src/crm.mjs': wrapper,
      'src/donate.mjs': "import {give} from './crm.mjs';\nawait give('web-1');",
      'src/renew.mjs': "import {give} from './crm.mjs';\n\nawait give('web-2');",
      'src/main.mjs': "import './donate.mjs';\nimport './renew.mjs';",
    });
    const reports = ['--report', `text,json=${folder}/report.json`];
    const command = ['--', process.execPath, 'src/main.mjs'];
    const {code, stderr} = await runCli(
      t,
      [...small, ...words, ...reports, ...command],
      {...(await withoutJdk(t)), ...env},
      folder,
    ).ended;
    t.is(code, 0, stderr);
    const {findings} = JSON.parse(readFileSync(`${folder}/report.json`, 'utf8')) as {findings: Finding[]};
    const [first, second] = ['src/donate.mjs:2', 'src/renew.mjs:3'].map(
      line => `src/crm.mjs:5 < src/crm.mjs:8 < ${line}`,
    );
    t.deepEqual(
      findings.map(({rule, count, caller}) => ({rule, count, caller})),
      [{rule: 'zero-gift', count: 2, caller: [first, second]}],
    );
    t.true(stderr.includes(`  in ${first}, POST `), stderr);
    t.true(stderr.includes(`  also in ${second}\n`), stderr);
  });
}

const sandbox = shareSandbox(test);

test('logs and verify find a request by any frame of its call chain, and print the chain', async t => {
  const chain = 'src/crm.ts:8 < src/donate.ts:31';
  const headers = {authorization: 'Bearer sbx_chain', 'x-sandbox-caller': chain};
  await fetch(`${sandbox.url}/api/v1/funds`, {headers});
  const run = (...words: string[]) => sandbox.run([...words, '--key', 'sbx_chain']);
  for (const caller of ['src/crm.ts:8', 'src/donate.ts', 'src/donate.ts:31']) {
    t.true((await run('logs', '--caller', caller)).stdout.includes(`  ${chain}`), caller);
    const {code, stdout} = await run('verify', '--operation', 'listFunds', '--caller', caller, '--times', '1');
    t.is(code, 0, caller);
    t.true(stdout.includes(` from ${chain}`), stdout);
  }
  t.is((await run('logs', '--caller', 'src/donate.ts:3')).stdout.trim(), '');
  t.is((await run('verify', '--operation', 'listFunds', '--caller', 'src/donate.ts:3', '--times', '0')).code, 0);
  t.true((await run('requests', 'show', '1')).stdout.includes(chain));
  t.true((await run('requests', 'show', '1', '--curl')).stdout.includes(`'x-sandbox-caller: ${chain}'`));
});

test('exec accepts the variables that an outer exec sets, and rejects misspelled ones', async t => {
  const words = [...small, '--', process.execPath, '-e', ''];
  const {code, stderr} = await runHere(words, {CRM_SANDBOX_FOLDER: process.cwd(), CRM_SANDBOX_INTERCEPT: ''});
  t.is(code, 0, stderr);
  t.is((await runHere(words, {CRM_SANDBOX_FOLDERS: '/'})).code, 2, 'a typo must be rejected');
});

test('the preload is prepended once to NODE_OPTIONS and BUN_OPTIONS; other variables are kept', t => {
  const env = withPreload({A: 'b', NODE_OPTIONS: '--no-warnings', BUN_OPTIONS: '--smol', CRM_SANDBOX_FOLDER: '/app'});
  t.deepEqual(env, {
    A: 'b',
    NODE_OPTIONS: `--require ${preload} --no-warnings`,
    BUN_OPTIONS: `--preload=${preload} --smol`,
    PYTHONPATH: callers,
    CRM_SANDBOX_FOLDER: '/app',
  });
  t.deepEqual(withPreload(env), env);
  t.like(withPreload({}), {NODE_OPTIONS: `--require ${preload}`, CRM_SANDBOX_FOLDER: process.cwd()});
});

test('the folder for Python is prepended once to PYTHONPATH, and an empty variable adds no entry', t => {
  const pathAfter = (value: string) => withPreload({PYTHONPATH: value})['PYTHONPATH']!.split(path.delimiter);
  const entries = ['/app/lib', '', 'src'];
  t.deepEqual(pathAfter(entries.join(path.delimiter)), [callers, ...entries]);
  t.deepEqual(pathAfter([...entries, callers].join(path.delimiter)), [callers, ...entries]);
  t.deepEqual(pathAfter(''), [callers]);
});

test('paths are quoted in NODE_OPTIONS and BUN_OPTIONS as Node and Bun parse them', t => {
  t.deepEqual(loading('C:\\app\\p.cjs', {}), {
    NODE_OPTIONS: '--require C:\\app\\p.cjs',
    BUN_OPTIONS: '--preload=C:\\app\\p.cjs',
  });
  t.deepEqual(loading('C:\\my app\\p.cjs', {NODE_OPTIONS: '-C x', BUN_OPTIONS: '--smol'}), {
    NODE_OPTIONS: '--require "C:\\\\my app\\\\p.cjs" -C x',
    BUN_OPTIONS: '"--preload=C:\\\\my app\\\\p.cjs" --smol',
  });
  t.deepEqual(loading('/a "b"/p.cjs', {}), {
    NODE_OPTIONS: '--require "/a \\"b\\"/p.cjs"',
    BUN_OPTIONS: '"--preload=/a \\"b\\"/p.cjs"',
  });
});
