import {mkdir, symlink} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import ts from 'typescript';
import {authority, lineOf, named, projectOf, runNode, startServers} from '../../dist/test/support/preload.js';
import {consumerPackages} from './installed-package.js';

/** Common HTTP clients, also with interceptors, hooks and `then`, in which stacks are easily lost. */
const source = `
import axios from 'axios';
import got from 'got';
import nodeFetch from 'node-fetch';
import * as undici from 'undici';

interface Way { readonly name: string; readonly run: (url: string) => Promise<unknown> }

const delayed = async <Value>(value: Value): Promise<Value> => {
  await new Promise(resolve => setImmediate(resolve));
  return value;
};
const axiosWith = axios.create();
axiosWith.interceptors.request.use(delayed);
const gotWith = got.extend({hooks: {beforeRequest: [async () => void (await delayed(0))]}, retry: {limit: 0}});
const agent = new undici.Agent();

const ways: readonly Way[] = [
  {name: 'axios', run: url => axios.get(url)},
  {name: 'axios-post', run: url => axios.post(url, {amount: 1})},
  {name: 'axios-interceptor', run: async url => {
    await axiosWith.get(url); // axios-interceptor'
  }},
  {name: 'axios-fetch', run: url => axios.get(url, {adapter: 'fetch'})},
  {name: 'node-fetch', run: url => nodeFetch(url)},
  {name: 'node-fetch-post', run: url => nodeFetch(url, {method: 'POST', body: '{}'})},
  {name: 'got', run: url => got(url, {retry: {limit: 0}}).text()},
  {name: 'got-post', run: url => got.post(url, {json: {amount: 1}, retry: {limit: 0}})},
  {name: 'got-hook', run: url => gotWith(url)},
  {name: 'undici-request', run: url => undici.request(url)},
  {name: 'undici-fetch', run: url => undici.fetch(url)},
  {name: 'undici-agent', run: url => undici.request(url, {dispatcher: agent})},
  {name: 'fetch', run: url => fetch(url)},
];
for (const {name, run} of ways) {
  await run(process.env.BASE_URL + '/' + name);
}
await undici.request(process.env.BASE_URL + '/own', {headers: {'X-Sandbox-Caller': 'mine.ts:7'}});
await axios.get(process.env.BASE_URL + '/own-axios', {headers: {'X-Sandbox-Caller': 'mine.ts:8'}});
`;

const names = Array.from(source.matchAll(/name: '([\w-]+)'/g), ([, name]) => name);

async function clientProject(t) {
  const {outputText, sourceMapText} = ts.transpileModule(source, {
    fileName: 'sync.ts',
    compilerOptions: {module: 'esnext', target: 'es2022', sourceMap: true, removeComments: true},
  });
  const map = JSON.stringify({...JSON.parse(sourceMapText), sources: ['../src/sync.ts']});
  const folder = await projectOf(t, {
    'dist/sync.js': outputText,
    'dist/sync.js.map': map,
    'package.json': '{"type": "module"}',
  });
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of ['axios', 'got', 'node-fetch', 'undici']) {
    await symlink(path.join(consumerPackages, name), path.join(folder, 'node_modules', name), 'dir');
  }
  return folder;
}

/** The source line of each way, and the line that calls all ways. */
const expected = Object.fromEntries(
  names.map(name => [
    name,
    [name === 'axios-interceptor' ? "// axios-interceptor'" : `'${name}',`, 'await run(']
      .map(part => lineOf('src/sync.ts', source, part))
      .join(' < '),
  ]),
);

const callersOf = got => Object.fromEntries(Array.from(got, ([url, {caller}]) => [url.slice(1), caller ?? null]));

test('requests of axios, node-fetch, got and undici send the TypeScript line of their caller', async t => {
  const {got, url} = await startServers(t);
  const folder = await clientProject(t);
  const {code, stderr} = await runNode(t, folder, ['dist/sync.js'], {CRM_SANDBOX_URL: url, BASE_URL: url});
  t.deepEqual([code, stderr], [0, '']);
  t.is(names.length, 13);
  t.deepEqual(callersOf(got), {...expected, own: 'mine.ts:7', 'own-axios': 'mine.ts:8'});
});

test('axios, node-fetch, got and undici reach the sandbox by the real host, with their callers', async t => {
  const servers = await startServers(t);
  const folder = await clientProject(t);
  const {code, stderr} = await runNode(t, folder, ['dist/sync.js'], {
    BASE_URL: `https://${named}`,
    CRM_SANDBOX_INTERCEPT: JSON.stringify({hosts: [named], port: servers.port, ca: authority}),
  });
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(callersOf(servers.got), {...expected, own: 'mine.ts:7', 'own-axios': 'mine.ts:8'});
  t.true([...servers.got.values()].every(({way, host}) => way === 'tls' && host === named));
});

test('without the preload, clients send no caller and cannot reach the host', async t => {
  const {got, url, port} = await startServers(t);
  const folder = await clientProject(t);
  const off = {NODE_OPTIONS: '', CRM_SANDBOX_URL: url};
  t.is((await runNode(t, folder, ['dist/sync.js'], {...off, BASE_URL: url})).code, 0);
  t.deepEqual(
    Object.entries(callersOf(got)).filter(([, caller]) => caller !== null),
    [
      ['own', 'mine.ts:7'],
      ['own-axios', 'mine.ts:8'],
    ],
  );
  got.clear();
  const CRM_SANDBOX_INTERCEPT = JSON.stringify({hosts: [named], port, ca: authority});
  const {stderr} = await runNode(t, folder, ['dist/sync.js'], {
    ...off,
    CRM_SANDBOX_INTERCEPT,
    BASE_URL: `https://${named}`,
  });
  t.regex(stderr, /ENOTFOUND|EAI_AGAIN/);
  t.is(got.size, 0);
});

/** A test for a runner whose setup file imports the redirection. */
const runnerTest = imports => `${imports}
test('the named host is reached', async () => {
  const reply = await fetch('https://${named}/' + 'runner');
  expect(reply.status).toBe(200);
});`;

const self = path.join(consumerPackages, '../../../');

for (const [title, files, bin, words] of [
  [
    'Vitest',
    {
      'vitest.config.js': "export default {test: {setupFiles: ['crm-sandbox/intercept']}};",
      'a.test.js': runnerTest("import {expect, test} from 'vitest';"),
    },
    'vitest/vitest.mjs',
    ['run'],
  ],
  [
    'Jest',
    {
      'jest.config.cjs': "module.exports = {setupFiles: ['crm-sandbox/intercept']};",
      'a.test.js': runnerTest(''),
      'b.test.js': runnerTest(''),
    },
    'jest/bin/jest.js',
    ['--ci', '--runInBand'],
  ],
]) {
  test(`a setup file of ${title} can import crm-sandbox/intercept`, async t => {
    const {got, port} = await startServers(t);
    const folder = await projectOf(t, {'package.json': '{"private": true}', ...files});
    await mkdir(path.join(folder, 'node_modules'));
    await symlink(self, path.join(folder, 'node_modules/crm-sandbox'), 'dir');
    await symlink(path.join(consumerPackages, 'vitest'), path.join(folder, 'node_modules/vitest'), 'dir');
    const {code, stdout, stderr} = await runNode(t, folder, [path.join(consumerPackages, bin), ...words], {
      NODE_OPTIONS: '',
      CRM_SANDBOX_INTERCEPT: JSON.stringify({hosts: [named], port, ca: authority}),
    });
    t.is(code, 0, stdout + stderr);
    t.regex(got.get('/runner')?.caller ?? '', /^[ab]\.test\.js:3$/);
  });
}
