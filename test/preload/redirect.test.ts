import test from 'ava';
import {
  authority,
  lineOf,
  named,
  preload,
  projectOf,
  runNode,
  startServers,
  startStranger,
} from '../support/preload.js';

/** Returns an environment in which connections to the named host are redirected. */
const redirected = (ports: {readonly port: number; readonly plainPort?: number}, hosts = [named]) => ({
  CRM_SANDBOX_INTERCEPT: JSON.stringify({
    hosts,
    port: ports.port,
    ...(ports.plainPort !== undefined && {plainPort: ports.plainPort}),
    ca: authority,
  }),
});

/** A client that uses the real host and prints the outcome of each way as JSON. */
const clientOf = (ways: string) => `
import child from 'node:child_process';
import dgram from 'node:dgram';
import dns, {lookup} from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import tls, {connect as connectTls} from 'node:tls';
import {promisify} from 'node:util';
import {Worker} from 'node:worker_threads';
const host = '${named}';
const outcomes = {};
const settle = (emitter, event) => new Promise((resolve, reject) => emitter.on(event, resolve).on('error', reject));
const get = (module, url, options = {}) => settle(module.get(url, {...options, agent: new module.Agent()}), 'response').then(({statusCode}) => statusCode);
const status = async (...values) => (await fetch(...values)).status;
const script = name => \`fetch('https://${named}/\${name}').then(() => {}, error => console.error(error.cause))\`;
async function way(name, run) {
  try {
    outcomes[name] = (await run('https://${named}/' + name)) ?? null;
  } catch (error) {
    outcomes[name] = {error: (error.cause ?? error).message, code: (error.cause ?? error).code};
  }
}
${ways}
console.log(JSON.stringify(outcomes));
process.exit();
`;

const everyWay = clientOf(`
await way('fetch', url => status(url));
await way('case', url => status(url.replace('api', 'API')));
await way('port', url => status(url.replace('invalid', 'invalid:8443')));
await way('root-dot', url => status(url.replace('invalid', 'invalid.')));
await way('international', () => settle(net.connect(443, 'Ａpi.crm。invalid'), 'connect').then(() => 200));
await way('plain', url => status(url.replace('https', 'http')));
await way('https', url => get(https, url));
await way('http', url => get(http, url.replace('https', 'http')));
await way('own-lookup', url => get(https, url, {lookup: () => process.exit(9), localAddress: '10.1.2.3', family: 6}));
await way('unchecked', url => get(https, url, {rejectUnauthorized: false}));
await way('own-ca', url => get(https, url, {ca: 'another'}));
await way('own-context', url => get(https, url, {secureContext: tls.createSecureContext()}));
await way('http2', async url => {
  const session = http2.connect(url);
  const reply = session.request({':path': '/http2'});
  const headers = await settle(reply.resume(), 'response');
  session.close();
  return headers[':status'];
});
await way('tls-later', async () => {
  const socket = net.connect(443, host);
  await settle(socket, 'connect');
  await settle(tls.connect({socket}), 'secureConnect');
});
await way('worker', name => settle(new Worker(script('worker'), {eval: true, env: {}}), 'exit'));
await way('thread', () => settle(new Worker(script('thread'), {eval: true}), 'exit'));
await way('thread-of-options', () => settle(new Worker(script('thread-of-options'), {eval: true, execArgv: []}), 'exit'));
await way('spawn', () => child.spawnSync(process.execPath, ['-e', script('spawn')], {env: {}}).status);
await way('shell', () => child.execSync('node -e "' + script('shell').replaceAll('"', '') + '"', {env: {PATH: process.env.PATH}}).length);
await way('no-options', () => child.spawnSync(process.execPath + '', ['-e', script('no-options')], undefined).status);
await way('exec-file', () => promisify(child.execFile)(process.execPath, ['-e', script('exec-file')], {env: {A: 'b=c'}}).then(({stderr}) => stderr));
process.env = {PATH: process.env.PATH};
await way('emptied', () => promisify(child.execFile)(process.execPath, ['-e', script('emptied')]).then(({stderr}) => stderr));
`);

test('connections to an intercepted host are redirected in every Node API', async t => {
  const servers = await startServers(t);
  const folder = await projectOf(t, {'all.mjs': everyWay});
  // A thread gets an environment with options that are only valid for a process.
  const NODE_OPTIONS = `--require ${preload} --title=mine`;
  const {stdout, stderr} = await runNode(t, folder, ['all.mjs'], {...redirected(servers), NODE_OPTIONS});
  t.is(stderr, '');
  t.deepEqual(JSON.parse(stdout), {
    ...Object.fromEntries(
      [
        'fetch',
        'case',
        'port',
        'root-dot',
        'international',
        'plain',
        'https',
        'http',
        'own-lookup',
        'unchecked',
        'own-ca',
      ].map(name => [name, 200]),
    ),
    'own-context': 200,
    http2: 200,
    'tls-later': null,
    worker: 0,
    thread: 0,
    'thread-of-options': 0,
    spawn: 0,
    shell: 0,
    'no-options': 0,
    'exec-file': '',
    emptied: '',
  });
  const {got} = servers;
  const paths = [...got.keys()];
  t.is(paths.length, 20, paths.join());
  t.deepEqual(paths.filter(path => got.get(path)!.way === 'http').sort(), ['/http', '/plain']);
  t.is(got.get('/http2')!.version, '2.0');
  t.is(got.get('/port')!.host, `${named}:8443`);
  t.is(got.get('/root-dot')!.host, `${named}.`);
  const chain = (...parts: string[]) => parts.map(part => lineOf('all.mjs', everyWay, part)).join(' < ');
  // Requests made in a helper's callback have the helper's line first; http2 is called directly.
  t.is(got.get('/http2')!.caller, chain("'/http2'", 'await run(', "way('http2'"));
  t.is(got.get('/fetch')!.caller, chain('const status', "way('fetch'", 'await run('));
});

test('a child process with its own environment also gets BUN_OPTIONS', async t => {
  const servers = await startServers(t);
  const script = `
import {spawnSync} from 'node:child_process';
const words = ['-p', 'process.env.BUN_OPTIONS'];
for (const env of [{}, {BUN_OPTIONS: '--smol'}]) {
  process.stdout.write(spawnSync(process.execPath, words, {env}).stdout);
}
`;
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], redirected(servers));
  t.is(stdout, `--preload=${preload}\n--preload=${preload} --smol\n`);
});

test('without the preload no connection is redirected', async t => {
  const servers = await startServers(t);
  const script = clientOf("await way('fetch', url => status(url));");
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], {...redirected(servers), NODE_OPTIONS: ''});
  t.regex(JSON.parse(stdout).fetch.code, /ENOTFOUND|EAI_AGAIN/);
  const off = await runNode(t, folder, ['a.mjs'], {CRM_SANDBOX_URL: servers.url});
  t.regex(JSON.parse(off.stdout).fetch.code, /ENOTFOUND|EAI_AGAIN/);
  t.is(servers.got.size, 0);
});

test('connections that cannot be redirected fail with a reason', async t => {
  const {port} = await startServers(t);
  const script = clientOf(`
await way('another-port', () => settle(net.connect(22, host), 'connect'));
await way('no-plain', url => status(url.replace('https', 'http')));
await way('lookup', () => promisify(lookup)(host));
await way('resolve', () => dns.promises.resolve4(host.toUpperCase()));
await way('resolver', () => new dns.promises.Resolver().resolve6(host + '.'));
await way('datagram', () => promisify((port, host, done) => dgram.createSocket('udp4').send('x', port, host, done))(53, host));
await way('callback-resolver', () => new Promise((resolve, reject) => new dns.Resolver().resolve4(host, error => reject(error))));
await way('pinned', url => get(https, url, {checkServerIdentity: name => new Error('no pin of ' + name)}));
`);
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout, stderr} = await runNode(t, folder, ['a.mjs'], redirected({port}));
  t.is(stderr, '');
  const code = 'ERR_CRM_SANDBOX_INTERCEPT';
  const of = (host: string, why: string) => ({error: `${host} is the sandbox's in this run, and ${why}`, code});
  const address = 'its address is not asked for: connect to it by its name';
  t.deepEqual(JSON.parse(stdout), {
    'another-port': of(named, 'port 22 of it is not: https and http are'),
    'no-plain': of(named, 'port 80 of it is not: https and http are'),
    lookup: of(named, address),
    resolve: of(named.toUpperCase(), address),
    datagram: of(named, 'datagrams to it are not: https and http are'),
    resolver: of(`${named}.`, address),
    'callback-resolver': of(named, address),
    pinned: {error: `no pin of ${named}`},
  });
});

test('other hosts are not redirected, and the authority is not trusted for them', async t => {
  const {port, plainPort, got} = await startServers(t);
  const script = clientOf(`
await way('plain', () => status('http://localhost:${plainPort}/other'));
await way('secure', () => status('https://localhost:${port}/other-secure'));
await way('alike', () => status('https://x${named}/alike'));
await way('subdomain', () => status('https://eu.${named}/subdomain'));
await way('lookup', async () => (await promisify(lookup)('127.0.0.1')).address);
await way('tls', async () => settle(connectTls(${port}, 'localhost', {servername: 'localhost'}), 'secureConnect'));
`);
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], redirected({port, plainPort}));
  const outcomes = JSON.parse(stdout);
  t.like(outcomes, {plain: 200, lookup: '127.0.0.1'});
  t.is(outcomes.secure.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  t.is(outcomes.tls.code, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  t.regex(outcomes.alike.code, /ENOTFOUND|EAI_AGAIN/);
  t.regex(outcomes.subdomain.code, /ENOTFOUND|EAI_AGAIN/);
  t.deepEqual([...got.keys()], ['/other']);
});

test('a pattern redirects every subdomain, but not the domain itself', async t => {
  const {port, plainPort} = await startServers(t);
  const script = clientOf(`
await way('fetch', url => status(url));
await way('https', url => get(https, url));
await way('http', url => get(http, url.replace('https', 'http')));
await way('deeper', () => status('http://a.b.${named}/deeper'));
await way('http2', async url => {
  const session = http2.connect(url);
  await settle(session.request().resume(), 'response');
  session.close();
  return 200;
});
await way('lookup', () => promisify(lookup)('X.${named}'));
await way('domain', () => status('https://crm.invalid/domain'));
`);
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], redirected({port, plainPort}, ['*.CRM.invalid']));
  const {lookup, domain, ...redirects} = JSON.parse(stdout);
  t.deepEqual(redirects, {fetch: 200, https: 200, http: 200, deeper: 200, http2: 200});
  t.is(lookup.code, 'ERR_CRM_SANDBOX_INTERCEPT');
  t.regex(domain.code, /ENOTFOUND|EAI_AGAIN/);
});

test('a TLS connection to an IP address with an intercepted server name is redirected', async t => {
  const {port} = await startServers(t);
  const script = clientOf(`
await way('by-address', async () => settle(connectTls(443, '192.0.2.1', {servername: host}), 'secureConnect'));
`);
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], redirected({port}));
  t.deepEqual(JSON.parse(stdout), {'by-address': null});
});

test('with unchecked certificates, intercepted hosts reach the sandbox only', async t => {
  const {port} = await startServers(t);
  const stranger = await startStranger(t);
  const script = clientOf(`
const over = (port, options) => new Promise((resolve, reject) => {
  const socket = net.connect(port, '127.0.0.1', () => settle(tls.connect({socket, servername: host, ...options}), 'secureConnect').then(() => resolve(1), reject));
});
await way('run', () => over(${port}, {rejectUnauthorized: false}));
await way('pinned', () => over(${port}, {rejectUnauthorized: false, checkServerIdentity: () => new Error('called')}));
await way('another-name', () => get(https, 'https://' + host, {rejectUnauthorized: false, servername: 'other.invalid'}));
await way('stranger', () => over(${stranger}, {rejectUnauthorized: false}));
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
await way('by-environment', () => over(${port}, {}));
await way('stranger-by-environment', () => over(${stranger}, {}));
await way('elsewhere', () => over(${stranger}, {servername: 'other.invalid'}));
`);
  const folder = await projectOf(t, {'a.mjs': script});
  const {stdout} = await runNode(t, folder, ['a.mjs'], redirected({port}));
  const outcomes = JSON.parse(stdout);
  t.like(outcomes, {run: 1, pinned: 1, 'another-name': 200, 'by-environment': 1, elsewhere: 1});
  t.is(outcomes.stranger.code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
  t.is(outcomes['stranger-by-environment'].code, 'DEPTH_ZERO_SELF_SIGNED_CERT');
});

for (const [value, sentence] of [
  ['{', /CRM_SANDBOX_INTERCEPT in the environment is wrong: it must be a JSON object/],
  ['{"hosts":[]}', /wrong: hosts must be a list of names/],
  ['{"hosts":["a.example"],"outer":[1]}', /wrong: outer must be a list of objects/],
  [`{"hosts":["${named}"],"port":1,"ca":"a","isolate":true}`, /wrong: isolate must be a list of hosts/],
  [`{"hosts":["${named}"],"port":"1"}`, /wrong: port and plainPort must be ports/],
  [`{"hosts":["${named}"],"port":1}`, /wrong: ca must be the file of a certificate/],
  [`{"hosts":["${named}"],"port":1,"ca":"/none.pem"}`, /cannot be read \(ENOENT \/none\.pem\); has the run ended\?/],
] as const) {
  test(`a process with an invalid CRM_SANDBOX_INTERCEPT does not run: ${value}`, async t => {
    const folder = await projectOf(t, {'a.mjs': "console.log('ran')"});
    const {code, stdout, stderr} = await runNode(t, folder, ['a.mjs'], {CRM_SANDBOX_INTERCEPT: value});
    t.not(code, 0);
    t.is(stdout, '');
    t.regex(stderr, sentence);
  });
}
