import test, {type ExecutionContext} from 'ava';
import {authority, named, preload, projectOf, runNode} from '../support/preload.js';

/** The parts of Deno that the preload uses: permissions and a `fetch` without diagnostics, which prints its request. */
const deno = `
const granted = (process.env.GRANTED ?? '').split(',');
globalThis.Deno = {permissions: {querySync: ({name}) => ({state: granted.includes(name) ? 'granted' : 'prompt'})}};
globalThis.fetch = async (input, init) => {
  const {url, headers} = new Request(input, init);
  console.log(new URL(url).pathname, headers.get('accept'), headers.get('x-sandbox-caller'));
};
`;

const client = `
import http from 'node:http';
const url = process.env.CRM_SANDBOX_URL;
const headers = {accept: 'a/b'};
const send = (...values) =>
  fetch(...values);
await send(url + '/text', {headers});
await send(new URL(url + '/url'), {headers});
await send(new Request(url + '/request', {headers}));
await send(url + '/own', {headers: {...headers, 'X-Sandbox-Caller': 'mine.ts:7'}});
await send('https://${named}/named', {headers});
await send('https://elsewhere.example/elsewhere', {headers});
await new Promise(resolve => http.get(url).on('error', resolve).on('response', resolve)).catch(error => error)
  .then(({code, message}) => console.log(code ?? message));
process.exit();
`;

async function run(t: ExecutionContext, granted: string, env: Readonly<Record<string, string>> = {}) {
  const folder = await projectOf(t, {'deno.cjs': deno, 'src/client.mjs': client});
  const {code, stdout, stderr} = await runNode(t, folder, ['src/client.mjs'], {
    CRM_SANDBOX_URL: 'http://127.0.0.1:9',
    NODE_OPTIONS: `--require ${folder}/deno.cjs --require ${preload}`,
    GRANTED: granted,
    ...env,
  });
  return {code, stderr, lines: stdout.trimEnd().split('\n')};
}

const chain = (line: number) => `src/client.mjs:6 < src/client.mjs:${line}`;

test('in Deno, fetch sends callers to the sandbox and intercepted hosts, given env permission', async t => {
  const CRM_SANDBOX_INTERCEPT = JSON.stringify({hosts: [named], port: 9, ca: authority});
  const {code, stderr, lines} = await run(t, 'env,read', {CRM_SANDBOX_INTERCEPT});
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(lines, [
    `/text a/b ${chain(7)}`,
    `/url a/b ${chain(8)}`,
    `/request a/b ${chain(9)}`,
    '/own a/b mine.ts:7',
    `/named a/b ${chain(11)}`,
    '/elsewhere a/b null',
    'ECONNREFUSED',
  ]);
});

for (const granted of ['', 'env', 'read']) {
  test(`in Deno with the permissions "${granted}", fetch is unchanged and node:http is rejected`, async t => {
    const {code, stderr, lines} = await run(t, granted, {CRM_SANDBOX_INTERCEPT: 'may not be read'});
    t.deepEqual([code, stderr], [0, '']);
    t.deepEqual(lines, [
      ...['text', 'url', 'request'].map(name => `/${name} a/b null`),
      '/own a/b mine.ts:7',
      ...['named', 'elsewhere'].map(name => `/${name} a/b null`),
      'crm-sandbox exec: in Deno, node:net and node:http need the flags --allow-env and --allow-read',
    ]);
  });
}
