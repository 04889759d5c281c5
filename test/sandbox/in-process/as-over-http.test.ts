import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {frozen, startTestSandbox, type TestSandbox} from '../../support/sandbox.js';

type Send = (url: string, init?: RequestInit) => Promise<Response>;

const headers = {authorization: 'Bearer sandbox-key'};
const json = {...headers, 'content-type': 'application/json'};
const form = {...headers, 'content-type': 'application/x-www-form-urlencoded'};
const post = (body: RequestInit['body'], type: Record<string, string> = json): RequestInit => ({
  method: 'POST',
  headers: type,
  body: body ?? null,
});

const api = '/api/v1';
const gzipped = Buffer.from('H4sIAAAAAAAAA6tWykvMTVWyUnLKL0lVqgUAZ5PXMQ4AAAA=', 'base64');

/** Sent in this order to two identical sandboxes. */
const requests: ReadonlyArray<readonly [path: string, init?: RequestInit]> = [
  ['/health'],
  ['/'],
  ['/nowhere'],
  ['/_sandbox/status', {headers}],
  [`${api}/funds`],
  [`${api}/funds`, {headers: {authorization: 'Bearer nobody'}}],
  [`${api}/funds`, {headers}],
  [`${api}/constituents?limit=7&offset=7`, {headers}],
  [`${api}/constituents?limit=all`, {headers}],
  [`${api}/constituents/search?q[]=name=e&limit=3`, {headers}],
  [`${api}/constituents/search?q[]=nmae=e`, {headers}],
  [`${api}/constituents/%C3%A9?x=%E9`, {headers}],
  [`${api}/funds`, {method: 'HEAD', headers}],
  [`${api}/funds`, {method: 'OPTIONS', headers}],
  [`${api}/funds`, {method: 'PATCH', headers}],
  [`${api}/groups`, post('{"name": "Choir", "nmae": "x"}')],
  [`${api}/groups`, post(new TextEncoder().encode('{"name": "Bänd"}'))],
  [`${api}/groups`, post(new URLSearchParams({name: 'Chess'}), headers)],
  [`${api}/groups`, post('name=Chess', form)],
  [`${api}/groups`, post('{"name": ')],
  [`${api}/groups`, post('')],
  [`${api}/groups`, post(null)],
  [`${api}/groups`, post(Uint8Array.of(0, 159, 146, 150))],
  [`${api}/groups`, post(gzipped, {...json, 'content-encoding': 'gzip'})],
  [`${api}/groups`, post('x'.repeat(1024 * 1024 + 1))],
  [`${api}/groups/1`, {method: 'DELETE', headers, body: '{}'}],
  [`${api}/groups/1`, {method: 'DELETE', headers, body: ''}],
  [`${api}/groups/1`, {method: 'DELETE', headers}],
  [`${api}/groups`, {...post('{"name": "Foreign"}'), headers: {...json, origin: 'https://evil.example'}}],
  ['/_sandbox/reset', {method: 'POST', headers}],
];

/** Requests for funds before those with faults. */
const ordinary = requests.filter(([path, init]) => path === `${api}/funds` && !init?.method).length;

/** Each is applied to one request. */
const faults = [
  '503=7',
  'lost',
  'reset',
  'empty',
  'truncate=0',
  'truncate=50%',
  'malformed',
  'delay=5',
  'dribble=64/5ms',
  'reply={"status":204}',
  'reply={"status":304,"headers":{"ETag":"x"}}',
  'reply={"status":302,"headers":{"Location":"/health"}}',
  'reply={"status":200,"headers":{"Content-Encoding":"gzip"},"body":"not gzip"}',
];

/** Headers of the connection, which closes after each request of `sandbox.fetch`, and the date. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** The response, or the error. */
async function outcomeOf(send: Send, url: string, init?: RequestInit) {
  try {
    const response = await send(url, {redirect: 'manual', signal: AbortSignal.timeout(20_000), ...init});
    const {status, statusText, redirected} = response;
    const headers = [...response.headers].filter(([name]) => !ofConnection.has(name));
    const body = await response.arrayBuffer().then(
      bytes => Buffer.from(bytes).toString('latin1'),
      (error: Error) => `the body failed: ${error.name}: ${error.message}`,
    );
    return {status, statusText, redirected, url: new URL(response.url).pathname, headers, body};
  } catch (error) {
    const {name, message, cause} = error as Error;
    return {name, message, hasCause: cause instanceof Error};
  }
}

/** The journal without timestamps and addresses. */
async function journalOf(sandbox: TestSandbox): Promise<unknown[]> {
  const account = sandbox.account(sandbox.name);
  const shown = await Promise.all((await account.requests()).map(({seq}) => account.request(seq)));
  return shown.map(request =>
    JSON.parse(
      JSON.stringify(request)
        .replaceAll(sandbox.url, 'http://sandbox')
        .replaceAll(new URL(sandbox.url).host, 'sandbox'),
      (name, value) => (['ms', 'received_at', 'connection'].includes(name) ? undefined : value),
    ),
  );
}

async function compareJournals(t: ExecutionContext, near: TestSandbox, far: TestSandbox): Promise<void> {
  const [got, wanted] = [await journalOf(near), await journalOf(far)];
  t.is(got.length, wanted.length);
  for (const [index, entry] of got.entries()) {
    t.deepEqual(entry, wanted[index]);
  }
}

const without = (text: string, {url}: TestSandbox) => text.replaceAll(url, 'http://sandbox');

test('requests by sandbox.fetch have the same responses and journal entries as over HTTP', async t => {
  const options: StartOptions = {
    profile: 'small',
    now: frozen,
    headers: true,
    faults: faults.map((fault, index) => `listFunds#${index + ordinary}:${fault}`),
  };
  const [near, far] = [await startTestSandbox(t, options), await startTestSandbox(t, options)];
  const faulted = faults.map(() => [`${api}/funds`, {headers}] as const);
  for (const [path, init] of [...requests, ...faulted]) {
    const [got, wanted] = [
      await outcomeOf(near.fetch, near.url + path, init),
      await outcomeOf(fetch, far.url + path, init),
    ];
    t.deepEqual(JSON.parse(without(JSON.stringify(got), near)), JSON.parse(without(JSON.stringify(wanted), far)), path);
  }
  await compareJournals(t, near, far);
  t.deepEqual(await near.findings(), await far.findings());
  t.is((await near.requests()).filter(({fault}) => fault).length, faults.length);
});

const path = fc.oneof(
  fc.constantFrom(...requests.map(([path]) => path)),
  fc.string().map(text => `${api}/constituents/search?q[]=${encodeURIComponent(text)}`),
  fc.webPath().map(text => `${api}${text}`),
);
const body = fc.option(fc.oneof(fc.json(), fc.uint8Array({maxLength: 200}), fc.string()), {nil: null});

test('random requests by sandbox.fetch have the same responses and journal entries as over HTTP', async t => {
  const [near, far] = [await startTestSandbox(t), await startTestSandbox(t)];
  await fc.assert(
    fc.asyncProperty(
      path,
      fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE'),
      body,
      async (path, method, body) => {
        const init = {method, headers: json, body: method === 'GET' ? null : body};
        const outcomes = [
          await outcomeOf(near.fetch, near.url + path, init),
          await outcomeOf(fetch, far.url + path, init),
        ];
        const [got, wanted] = [near, far].map((one, index) => without(JSON.stringify(outcomes[index]), one));
        t.is(got, wanted);
      },
    ),
    {numRuns: 100},
  );
  await compareJournals(t, near, far);
});
