import {createServer} from 'node:http';
import {type AddressInfo, createServer as createPlainServer, type Server} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {startSandbox} from '../../src/index.js';
import {version} from '../../src/version.js';
import {runHere, shareSandbox} from '../support/cli-here.js';

const sandbox = shareSandbox(test, {adminKey: 'secret', now: '2026-01-01T00:00:00Z'});

/** Starts a server. @returns its URL */
async function listen(t: ExecutionContext, server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let lastPort = 20_000 + (process.pid % 10_000);

/** A URL without a server: the system never assigns such a port, and each test gets another one. */
async function nowhere(): Promise<string> {
  for (;;) {
    lastPort += 1;
    const port = lastPort;
    const server = createPlainServer();
    const isFree = new Promise<boolean>(resolve => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (await isFree) {
      await new Promise(resolve => server.close(resolve));
      return `http://127.0.0.1:${port}`;
    }
  }
}

test('status prints the account, clock, record counts and snapshots', async t => {
  const words = ['status', '--key', 'sbx_status', '--admin-key', 'secret'];
  const {code, stdout} = await sandbox.run(words);
  t.is(code, 0);
  t.true(stdout.startsWith(`crm-sandbox ${version} at ${sandbox.url}\n`));
  t.regex(stdout, /^account +status, generation 1$/m);
  t.regex(stdout, /^clock +frozen, at 2026-01-01T00:00:00Z$/m);
  t.regex(stdout, /^constituents +50$/m);
  t.regex(stdout, /^snapshots +none$/m);
  const json = await sandbox.run([...words, '--json']);
  t.like(JSON.parse(json.stdout), {account: 'status', counts: {constituents: 50}});
});

test('commands exit with 1 without the admin key, and with an unknown or read-only key', async t => {
  const keyless = await sandbox.run(['reset']);
  t.is(keyless.code, 1);
  t.regex(keyless.stderr, /^\/_sandbox asks for the admin key [^\n]+\n$/);
  const env = {CRM_SANDBOX_ADMIN_KEY: 'secret'};
  const unknown = await sandbox.run(['reset', '--key', 'nobody'], env);
  t.is(unknown.code, 1);
  t.is(unknown.stderr, `The sandbox at ${sandbox.url} does not know this key; see --key and CRM_SANDBOX_KEY\n`);
  const reader = await sandbox.run(['reset', '--key', 'sandbox-readonly-key'], env);
  t.is(reader.code, 1);
  t.is(reader.stderr, 'This key may only read, and POST writes\n');
});

test('status reports that a sandbox was started with --no-admin', async t => {
  const {url, close} = await startSandbox({profile: 'empty', admin: false});
  t.teardown(close);
  const {code, stderr} = await runHere(['status', '--url', `${url}/`]);
  t.is(code, 1);
  t.is(stderr, `The sandbox at ${url} has no /_sandbox: it was started with --no-admin\n`);
});

test('commands exit with 3 if nothing responds at the address', async t => {
  const url = await nowhere();
  for (const words of [['status'], ['snapshot', 'list']]) {
    const {code, stdout, stderr} = await runHere([...words, '--url', url]);
    t.is(code, 3);
    t.is(stdout, '');
    t.is(stderr, `Nothing answers at ${url}. Start it: crm-sandbox start\n`);
  }
  const stop = await runHere(['stop'], {CRM_SANDBOX_URL: url});
  t.is(stop.code, 3);
  t.is(stop.stderr, `Nothing answers at ${url}. There is nothing to stop.\n`);
});

test('the default URL is the address at which start would listen', async t => {
  const port = new URL(await nowhere()).port;
  const {code, stderr} = await runHere(['status'], {CRM_SANDBOX_PORT: port, CRM_SANDBOX_HOST: '0.0.0.0'});
  t.is(code, 3);
  t.is(stderr, `Nothing answers at http://127.0.0.1:${port}. Start it: crm-sandbox start\n`);
});

test('commands send only GET /health to a server that is not a sandbox', async t => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('{"status":"ok"}');
  });
  const url = await listen(t, server);
  for (const words of [['reset'], ['stop'], ['wait']]) {
    const {code, stderr} = await runHere([...words, '--url', url]);
    t.is(code, 1);
    t.is(stderr, `The server at ${url} is not crm-sandbox (its GET /health is another one). See --url\n`);
  }
  t.deepEqual([...new Set(requests)], ['GET /health']);
});

test('commands reject a server that does not speak HTTP', async t => {
  const url = await listen(
    t,
    createPlainServer(socket => socket.end('220 mail ready\r\n')),
  );
  const {code, stderr} = await runHere(['reset', '--url', url]);
  t.is(code, 1);
  t.regex(stderr, /is not crm-sandbox \(it does not speak HTTP: HPE_\w+\)\. See --url\n$/);
});

test('wait exits with 0 once the sandbox is ready', async t => {
  const url = await nowhere();
  const waiting = runHere(['wait', '--url', url, '--timeout', '60s']);
  const {close} = await startSandbox({profile: 'empty', port: Number(new URL(url).port)});
  t.teardown(close);
  t.deepEqual(await waiting, {code: 0, stdout: `crm-sandbox ${version} is ready at ${url}\n`, stderr: ''});
  const json = await runHere(['wait', '--url', url, '--json']);
  t.like(JSON.parse(json.stdout), {status: 'ok', version});
});

test('wait exits with 3 after the timeout', async t => {
  const url = await nowhere();
  const nothing = await runHere(['wait', '--url', url, '--timeout', '0.2s']);
  t.deepEqual(nothing, {code: 3, stdout: '', stderr: `Nothing answered at ${url} within 0.2 s\n`});
  const busy = await listen(
    t,
    createServer((_, response) => response.writeHead(503).end()),
  );
  const unready = await runHere(['wait', '--url', busy, '--timeout', '2000ms']);
  t.deepEqual(unready, {code: 3, stdout: '', stderr: `The server at ${busy} was not ready within 2 s\n`});
});

test('wait rejects an invalid timeout', async t => {
  const {code, stderr} = await runHere(['wait', '--timeout', 'soon']);
  t.is(code, 2);
  t.regex(stderr, /^--timeout must be a time such as 30s, 500ms or 2m, got "soon"\nHelp: crm-sandbox wait --help\n$/);
});
