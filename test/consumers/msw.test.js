import {readFileSync} from 'node:fs';
import {symlink} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {consumerPackages, packedFor, projectWith} from './installed-package.js';

/** `npm run test:node` also runs these tests with MSW 3, which needs a later Node. */
const {TEST_MSW: msw = path.join(consumerPackages, 'msw')} = process.env;

const tarball = packedFor(test);

async function projectWithMsw(t) {
  const project = await projectWith(t, tarball());
  t.deepEqual(project.installed, ['crm-sandbox'], 'MSW must be optional');
  await symlink(msw, path.join(project.folder, 'node_modules/msw'), 'dir');
  return project;
}

/** Both ways to load the two packages. */
const heads = {
  'use.mjs': `import assert from 'node:assert/strict';
import https from 'node:https';
import {setupServer} from 'msw/node';
import {startSandbox} from 'crm-sandbox';
import {handlers} from 'crm-sandbox/msw';`,
  'use.cjs': `const assert = require('node:assert/strict');
const https = require('node:https');
const {setupServer} = require('msw/node');
const {startSandbox} = require('crm-sandbox');
const {handlers} = require('crm-sandbox/msw');`,
};

/** A client with `fetch` and one with `node:https`, which use only the real host. */
const program = `
(async () => {
  const sandbox = await startSandbox({listen: false, profile: 'small'});
  const server = setupServer(...handlers(sandbox, 'https://api.example.com'));
  server.listen({onUnhandledRequest: 'error'});
  const api = 'https://api.example.com/api/v1';
  const headers = {authorization: 'Bearer ' + sandbox.key, 'content-type': 'application/json'};
  const get = (path, options) => fetch(api + path, {headers, ...options});
  const send = (path, body) => new Promise((resolve, reject) => {
    const request = https.request(api + path, {method: body ? 'POST' : 'GET', headers}, response => {
      let text = '';
      response.on('data', chunk => (text += chunk)).on('end', () => resolve(text)).on('error', reject);
    });
    request.on('error', reject).end(body);
  });

  const page = await (await get('/constituents?limit=1')).json();
  assert.equal(page.next_link, api + '/constituents?limit=1&offset=1');
  assert.equal((await (await fetch(page.next_link, {headers})).json()).offset, 1);
  const {id} = JSON.parse(await send('/groups', '{"name": "Choir"}'));
  assert.equal(JSON.parse(await send('/groups/' + id)).name, 'Choir');
  assert.equal((await get('/groups/' + id, {method: 'DELETE'})).status, 200);
  assert.equal((await fetch('https://api.example.com')).status, 401);

  for (const client of [get, send]) {
    await sandbox.fault('listFunds#1:lost');
    await assert.rejects(client('/funds'), TypeError);
    await sandbox.fault('listFunds#1:truncate=50%');
    await assert.rejects(async () => (await client('/funds')).text());
  }
  const before = (await sandbox.requests()).length;
  for (const host of ['other.example', 'example.com', 'api.example.com.evil.example']) {
    await assert.rejects(fetch('https://' + host + '/api/v1/funds'));
  }
  assert.equal((await sandbox.requests()).length, before);
  const controller = new AbortController();
  await sandbox.fault('listFunds#1:hold');
  const held = get('/funds', {signal: controller.signal});
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(held, {name: 'AbortError'});
  assert.equal((await sandbox.replay(1)).status, 200);
  assert.equal((await get('/funds')).status, 200);

  for (const url of ['api.example.com', 'ftp://api.example.com', '', undefined, 'http://[::1]:80']) {
    assert.throws(() => handlers(sandbox, url), {code: 'INVALID_ARGUMENT', message: /must be one such as https/});
  }
  for (const url of ['https://api.example.com/api/v1', 'https://api.example.com/?x', 'https://user@api.example.com']) {
    assert.throws(() => handlers(sandbox, url), /must be the origin alone: https:..api.example.com instead of https/);
  }
  assert.throws(() => handlers(startSandbox, 'https://api.example.com'), /the first argument must be a sandbox/);
  server.resetHandlers(...handlers(sandbox, new URL('http://127.0.0.1:8080')));
  assert.equal((await fetch('http://127.0.0.1:8080/health')).status, 200);
  server.close();
  await sandbox.close();
  console.log('done');
})();
`;

for (const [file, head] of Object.entries(heads)) {
  test(`MSW handlers respond with the sandbox: ${file}`, async t => {
    const project = await projectWithMsw(t);
    await project.write(file, head + program);
    t.regex(await project.run(process.execPath, [file]), /^done$/m);
  });
}

test('a sandbox imported after MSW started can be reached by its fetch', async t => {
  const project = await projectWithMsw(t);
  await project.write(
    'late.mjs',
    `import {setupServer} from 'msw/node';
const server = setupServer();
server.listen({onUnhandledRequest: 'error'});
const {startSandbox} = await import('crm-sandbox');
const sandbox = await startSandbox({listen: false, profile: 'empty'});
console.log((await sandbox.fetch('/health')).status);`,
  );
  t.is(await project.run(process.execPath, ['late.mjs']), '200\n');
});

test('requests to other hosts are not handled', async t => {
  const project = await projectWithMsw(t);
  await project.write(
    'other.mjs',
    `import {createServer} from 'node:http';
import {setupServer} from 'msw/node';
import {startSandbox} from 'crm-sandbox';
import {handlers} from 'crm-sandbox/msw';
const other = createServer((_, response) => response.end('other')).listen(0, '127.0.0.1', async () => {
  const sandbox = await startSandbox({listen: false, profile: 'empty'});
  setupServer(...handlers(sandbox, 'http://127.0.0.1:1')).listen({onUnhandledRequest: 'bypass'});
  console.log(await (await fetch('http://127.0.0.1:' + other.address().port + '/health')).text());
  other.close();
});`,
  );
  t.regex(await project.run(process.execPath, ['other.mjs']), /^other$/m);
});

test('without MSW, importing the handlers fails with the missing package', async t => {
  const project = await projectWith(t, tarball());
  await project.write('use.mjs', "import 'crm-sandbox/msw';");
  await t.throwsAsync(project.run(process.execPath, ['use.mjs']), {message: /Cannot find package 'msw'/});
});

const typed = `
import {startSandbox} from 'crm-sandbox';
import {handlers} from 'crm-sandbox/msw';
import {setupServer} from 'msw/node';
export async function use(): Promise<number> {
  const sandbox = await startSandbox({listen: false});
  const server = setupServer(...handlers(sandbox, 'https://api.example.com'));
  server.listen();
  const response: Response = await sandbox.fetch(new Request(sandbox.url), {signal: AbortSignal.timeout(5)});
  // @ts-expect-error a number is not a URL
  handlers(sandbox, 5);
  // @ts-expect-error a number is not a request
  await sandbox.fetch(5);
  return response.status;
}
`;

test('the types of the handlers match the installed MSW', async t => {
  const project = await projectWithMsw(t);
  const isModule = JSON.parse(readFileSync(path.join(msw, 'package.json'), 'utf8')).version >= '3';
  const files = isModule ? ['typed.ts'] : ['typed.ts', 'typed.cts'];
  await Promise.all(files.map(file => project.write(file, typed)));
  for (const [module, moduleResolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const strict = {noEmit: true, strict: true, skipLibCheck: true, target: 'es2022', types: []};
    const compilerOptions = {...strict, lib: ['es2023', 'dom', 'dom.iterable'], module, moduleResolution};
    await project.write('tsconfig.json', JSON.stringify({compilerOptions, files}));
    t.is(await project.run(process.execPath, [path.join(consumerPackages, 'typescript/bin/tsc'), '-p', '.']), '');
  }
});
