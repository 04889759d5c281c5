import test from 'ava';
import {executable} from '../support/executable.js';
import {lineOf, projectOf, runNode, startServers} from '../support/preload.js';

/** A client that uses Node's HTTP APIs; each request has its own path. */
const client = `
import http, {request} from 'node:http';
import {spawnSync} from 'node:child_process';
import {Worker} from 'node:worker_threads';
const url = process.env.CRM_SANDBOX_URL;
const ended = sent => new Promise(resolve => sent.on('response', reply => reply.resume().on('end', resolve)).end());
await fetch(url + '/fetch');
await fetch(new Request(url + '/fetch-request', {method: 'POST', body: '{}'}));
await fetch(url.replace('127.0.0.1', 'localhost') + '/localhost').catch(() => {});
await ended(http.get(url + '/http-get'));
await ended(http.request(url + '/http-request', {method: 'POST'}));
await ended(request(url + '/named-import'));
await ended(http.request(url + '/headers-given', {headers: {Accept: '*/*'}}));
await fetch(url + '/own-fetch', {headers: {'X-Sandbox-Caller': 'mine.ts:7'}});
await ended(http.get(url + '/own-http', {headers: {'x-Sandbox-caller': 'mine.ts:8'}}));
const deep = left => left === 0 ? fetch(url + '/deep') : deep(left - 1);
await deep(12);
await Promise.resolve().then(() => fetch(url + '/then'));
await new Promise(resolve => new Worker(new URL('thread.mjs', import.meta.url)).on('exit', resolve));
spawnSync(process.execPath, [new URL('child.mjs', import.meta.url).pathname]);
process.env.CRM_SANDBOX_URL = 'http://127.0.0.1:9';
await fetch(url + '/elsewhere');
`;

const files = {
  'src/client.mjs': client,
  'src/thread.mjs': "\nawait fetch(process.env.CRM_SANDBOX_URL + '/thread');",
  'src/child.mjs': "\n\nawait fetch(process.env.CRM_SANDBOX_URL + '/child');",
};

test('requests to the sandbox send the source line of their caller', async t => {
  const {got, url} = await startServers(t);
  const folder = await projectOf(t, files);
  const {code, stderr} = await runNode(t, folder, ['src/client.mjs'], {CRM_SANDBOX_URL: url});
  t.deepEqual([code, stderr], [0, '']);
  const callers = Object.fromEntries(Array.from(got, ([path, {caller}]) => [path.slice(1), caller]));
  const here = (name: string) => lineOf('src/client.mjs', client, `/${name}'`);
  const names = ['fetch', 'fetch-request', 'http-get', 'http-request', 'named-import', 'headers-given', 'then'];
  t.like(callers, Object.fromEntries(names.map(name => [name, here(name)])));
  t.is(
    callers['deep'],
    `${here('deep')} < ${lineOf('src/client.mjs', client, 'await deep(12)')}`,
    'each line must appear once',
  );
  t.like(callers, {thread: 'src/thread.mjs:2', child: 'src/child.mjs:3'});
  t.like(callers, {'own-fetch': 'mine.ts:7', 'own-http': 'mine.ts:8'}, 'a header set by the client must be kept');
  t.true(got.has('/elsewhere'));
  t.is(callers['elsewhere'], undefined, 'other servers must not receive the header');
});

test('without the preload no caller is sent', async t => {
  const {got, url} = await startServers(t);
  const folder = await projectOf(t, files);
  await runNode(t, folder, ['src/client.mjs'], {CRM_SANDBOX_URL: url, NODE_OPTIONS: ''});
  const callers = Array.from(got.values(), ({caller}) => caller).filter(caller => caller !== undefined);
  t.deepEqual(callers.sort(), ['mine.ts:7', 'mine.ts:8']);
});

test('callers are lines of project files, innermost first, without packages and outside files', async t => {
  const {got, url} = await startServers(t);
  const sdk = 'module.exports = path => fetch(process.env.CRM_SANDBOX_URL + path);';
  const outside = await projectOf(t, {'linked.cjs': sdk});
  const folder = await projectOf(t, {
    'node_modules/sdk/index.js': sdk,
    'app/use.cjs': "const sdk = require('sdk');\nexports.run = path => sdk(path);",
    'a b.cjs': sdk,
    'größe.cjs': sdk,
    'eval.cjs': '\n(0, eval)("fetch(process.env.CRM_SANDBOX_URL + \'/eval\')");',
    'app/main.cjs': [
      "require('./use.cjs').run('/package');",
      `require(${JSON.stringify(`${outside}/linked.cjs`)})('/outside');`,
      "require('../a b.cjs')('/space');",
      "require('../größe.cjs')('/letters');",
      "require('../eval.cjs');",
    ].join('\n'),
  });
  const {code} = await runNode(t, folder, ['app/main.cjs'], {CRM_SANDBOX_URL: url});
  t.is(code, 0);
  const callers = Object.fromEntries(Array.from(got, ([path, {caller}]) => [path, caller]));
  t.deepEqual(callers, {
    '/package': 'app/use.cjs:2 < app/main.cjs:1',
    '/outside': 'app/main.cjs:2',
    // A file name that a header cannot contain is skipped in favour of the next frame.
    '/space': 'app/main.cjs:3',
    '/letters': 'app/main.cjs:4',
    '/eval': 'eval.cjs:2 < app/main.cjs:5',
  });
});

test('a caller includes the frames behind a wrapper, also after an await, up to five', async t => {
  const {got, url} = await startServers(t);
  const wrapper = [
    "import {setImmediate} from 'node:timers/promises';",
    'export const send = path => fetch(process.env.CRM_SANDBOX_URL + path);',
    'export async function sendLater(path) {',
    '  await setImmediate();',
    '  await fetch(process.env.CRM_SANDBOX_URL + path);',
    '}',
  ].join('\n');
  const nested = Array.from({length: 8}, (_, index) => `const f${index + 1} = path =>\n  f${index}(path);`);
  const folder = await projectOf(t, {
    'src/crm.mjs': wrapper,
    'src/donate.mjs': "import {send, sendLater} from './crm.mjs';\nawait send('/donate');\nawait sendLater('/later');",
    'src/renew.mjs': "import {send} from './crm.mjs';\nconst renew = () =>\n  send('/renew');\nawait renew();",
    'src/main.mjs': [
      "import './donate.mjs';",
      "import './renew.mjs';",
      "import {send as f0} from './crm.mjs';",
      ...nested,
      "await f8('/nested');",
    ].join('\n'),
  });
  const {code, stderr} = await runNode(t, folder, ['src/main.mjs'], {CRM_SANDBOX_URL: url});
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(Object.fromEntries(Array.from(got, ([path, {caller}]) => [path, caller])), {
    '/donate': 'src/crm.mjs:2 < src/donate.mjs:2',
    '/later': 'src/crm.mjs:5 < src/donate.mjs:3',
    '/renew': 'src/crm.mjs:2 < src/renew.mjs:3 < src/renew.mjs:4',
    '/nested': 'src/crm.mjs:2 < src/main.mjs:5 < src/main.mjs:7 < src/main.mjs:9 < src/main.mjs:11',
  });
});

test('requests from the crm-sandbox command line have no caller', async t => {
  const {got, url} = await startServers(t);
  await runNode(t, await projectOf(t, {}), [executable, 'status'], {CRM_SANDBOX_URL: url, CRM_SANDBOX_FOLDER: '/'});
  t.true(got.size > 0);
  t.deepEqual(
    Array.from(got.values(), ({caller}) => caller).filter(caller => caller !== undefined),
    [],
  );
});

test('caller paths are relative to the folder of exec, in any working directory', async t => {
  const {got, url} = await startServers(t);
  const folder = await projectOf(t, {'packages/a/main.mjs': "await fetch(process.env.CRM_SANDBOX_URL + '/a');"});
  const inside = `${folder}/packages/a`;
  await runNode(t, inside, ['main.mjs'], {CRM_SANDBOX_URL: url, CRM_SANDBOX_FOLDER: folder});
  t.is(got.get('/a')?.caller, 'packages/a/main.mjs:1');
  await runNode(t, inside, ['main.mjs'], {CRM_SANDBOX_URL: url});
  t.is(got.get('/a')?.caller, 'main.mjs:1');
  await runNode(t, inside, ['main.mjs'], {CRM_SANDBOX_URL: url, CRM_SANDBOX_FOLDER: `${folder}/packages/b`});
  t.is(got.get('/a')?.caller, undefined, 'a path with two dots must be left out');
});

test('a client still runs if it replaces Error.prepareStackTrace, freezes Error or limits stacks', async t => {
  const {got, url} = await startServers(t);
  const send = "fetch(process.env.CRM_SANDBOX_URL + '/' + name)";
  const folder = await projectOf(t, {
    'throws.cjs': `const name = 'throws'; Error.prepareStackTrace = () => { throw new Error('mine'); };\n${send};`,
    'words.cjs': `const name = 'words'; Error.prepareStackTrace = () => 'at run (' + __dirname + '/src/real.ts:42:7)';\n${send};`,
    'frozen.cjs': `const name = 'frozen'; Object.freeze(Error);\n${send};`,
    'limit.cjs': `const name = 'limit'; Error.stackTraceLimit = 0;\n${send}.then(() => process.exit(Error.stackTraceLimit));`,
  });
  for (const name of ['throws', 'words', 'frozen', 'limit']) {
    const {code, stderr} = await runNode(t, folder, [`${name}.cjs`], {CRM_SANDBOX_URL: url});
    t.deepEqual([code, stderr], [0, ''], name);
    t.true(got.has(`/${name}`));
  }
  t.is(got.get('/words')?.caller, 'src/real.ts:42', 'the stack of the custom prepareStackTrace must be used');
  t.is(got.get('/limit')?.caller, 'limit.cjs:2');
});
