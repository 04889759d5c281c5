import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {copyFileSync, existsSync, readFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import path from 'node:path';
import test from 'ava';
import type {Undo} from '../support/cli.js';
import {authority, lineOf, named, preload, projectOf, runNode} from '../support/preload.js';

/** A host that is not intercepted. Control runs resolve it to `elsewhere`, where servers listen. */
const foreign = 'far.example';
const elsewhere = '127.0.0.2';

/** An address of a documentation network. */
const literal = '192.0.2.1';

/** Runs before the preload, so that the preload checks a name before this lookup. */
const lookups = `
const dns = require('node:dns');
const {writeSync} = require('node:fs');
const found = (options, name) => {
  writeSync(2, 'looked up ' + name + '\\n');
  return options?.all ? [{address: '${elsewhere}', family: 4}] : {address: '${elsewhere}', family: 4};
};
const {lookup, promises} = dns;
const {lookup: lookupPromised} = promises;
dns.lookup = (name, ...rest) => {
  if (name !== '${foreign}') {
    return lookup(name, ...rest);
  }
  const result = found(rest[0], name);
  process.nextTick(rest.at(-1), null, ...(Array.isArray(result) ? [result] : [result.address, result.family]));
};
promises.lookup = (name, options) => name === '${foreign}' ? Promise.resolve(found(options, name)) : lookupPromised(name, options);
`;

/** Every Node API that opens a connection, here to `host` at a `port` used only by this API. */
const connections = {
  'net.connect': 'settle(net.connect({host, port}), "connect")',
  'net.createConnection': 'settle(net.createConnection(port, host), "connect")',
  'net.connect of a client that writes at once': 'written(net.connect(port, host))',
  'net.Socket': 'settle(new net.Socket().connect(port, host), "connect")',
  'tls.connect': 'settle(tls.connect({host, port, ...unchecked}), "secureConnect")',
  'http.get': 'settle(http.get({host, port}), "response")',
  'http.request with an agent':
    'settle(http.request(url("http"), {agent: new http.Agent({keepAlive: true})}).end(), "response")',
  'https.get': 'settle(https.get({host, port, ...unchecked}), "response")',
  'http2.connect': 'settle(http2.connect(url("http")), "connect")',
  'http2.connect with TLS': 'settle(http2.connect(url("https"), unchecked), "connect")',
  fetch: 'fetch(url("http"))',
  'fetch over TLS': 'fetch(url("https"))',
  'fetch with a dispatcher': 'fetch(url("http"), {dispatcher: new (await agent())()})',
  WebSocket: 'webSocket(url("ws"))',
} as const;

const datagrams = {
  'dgram send': 'sent(socket => [Buffer.from("x"), port, host])',
  'dgram send of a part': 'sent(socket => [Buffer.from("xyz"), 1, 1, port, host])',
  'dgram send without a callback': 'new Promise((resolve, reject) => udp().on("error", reject).send("x", port, host))',
  'dgram connect': 'linked(host, port)',
} as const;

/** Processes and threads that connect, with an environment that does not load the preload. */
const heirs = {
  spawn: 'printed(child.spawn(process.execPath, ["-e", script], {env: own}))',
  spawnSync: 'parse(child.spawnSync(process.execPath, ["-e", script], {env: own}).stdout)',
  execFile: 'printed(child.execFile(process.execPath, ["-e", script], {env: own}))',
  fork: 'printed(child.fork(file("child.cjs"), {env: own, silent: true}))',
  'process of a process': 'printed(child.spawn(process.execPath, ["-e", outer], {env: own}))',
  cluster: 'clustered()',
  Worker: 'threaded({env: own})',
  'Worker that shares the environment': 'shared()',
} as const;

const queries = {
  'dns.lookup': 'promisify(dns.lookup)(host)',
  'dns.promises.lookup': 'dns.promises.lookup(host)',
  'dns.lookupService': 'promisify(dns.lookupService)(literal, 80)',
  'dns.promises.lookupService': 'dns.promises.lookupService(literal, 80)',
} as const;

const kinds = ['4', '6', 'Any', 'Caa', 'Cname', 'Mx', 'Naptr', 'Ns', 'Ptr', 'Soa', 'Srv', 'Txt'];

/** Every query of a resolver: of the module and of a Resolver, with callbacks and with promises. */
const resolved = Object.fromEntries(
  [...['', ...kinds].map(kind => [`resolve${kind}`, 'host'] as const), ['reverse', 'literal'] as const].flatMap(
    ([name, of]) => [
      [`dns.${name}`, `promisify(dns.${name})(${of})`],
      [`dns.promises.${name}`, `dns.promises.${name}(${of})`],
      [`Resolver ${name}`, `called(callback => resolver.${name}(${of}, callback))`],
      [`promises.Resolver ${name}`, `promising.${name}(${of})`],
    ],
  ),
);

type Ways = Readonly<Record<string, string>>;

/** A client that tries each way and prints the outcomes as JSON. */
const clientOf = (ways: Ways, helper = '') => `
import child from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import {promisify} from 'node:util';
import {SHARE_ENV, Worker} from 'node:worker_threads';
const {HOST: host, LITERAL: literal, PORTS, DNS_SERVER} = process.env;
const ports = JSON.parse(PORTS);
const outcomes = {};
const unchecked = {rejectUnauthorized: false};
const settle = (emitter, event) => new Promise((resolve, reject) => emitter.on(event, resolve).on('error', reject));
const called = act => new Promise((resolve, reject) => act((error, value) => error ? reject(error) : resolve(value)));
const written = socket => {
  socket.end('x');
  return settle(socket, 'connect');
};
const agent = async () => {
  await fetch('data:,x'); // loads undici
  const [latest, first] = [2, 1].map(line => globalThis[Symbol.for('undici.globalDispatcher.' + line)]);
  return (latest ?? first).constructor; // Node 26 has both and uses only the latest
};
const webSocket = url => new Promise((resolve, reject) => {
  const socket = new WebSocket(url);
  socket.addEventListener('open', resolve);
  socket.addEventListener('error', () => reject(Object.assign(new Error('closed'), {code: 'closed'})));
});
const udp = () => dgram.createSocket('udp4');
const sent = values => called(callback => udp().send(...values(), callback));
const linked = async (host, port) => {
  const socket = udp();
  await called(callback => socket.connect(port, host, callback));
  await called(callback => socket.send('x', callback));
};
const file = name => path.join(import.meta.dirname ?? process.cwd(), name);
const parse = text => {
  throw Object.assign(new Error('of another process'), JSON.parse(text));
};
const printed = async started => {
  let text = '';
  for await (const part of started.stdout) text += part;
  return parse(text);
};
const clustered = async () => {
  cluster.setupPrimary({exec: file('child.cjs'), silent: true});
  const worker = cluster.fork();
  return printed(worker.process);
};
const threaded = async options => printed(new Worker(file('child.cjs'), {...options, stdout: true}));
const shared = () => {
  delete process.env.CRM_SANDBOX_INTERCEPT;
  return threaded({env: SHARE_ENV});
};
${helper}
const resolver = new dns.Resolver({timeout: 2000, tries: 1});
const promising = new dns.promises.Resolver({timeout: 2000, tries: 1});
if (DNS_SERVER) {
  for (const one of [dns, dns.promises, resolver, promising]) one.setServers([DNS_SERVER]);
}
const outcome = error => {
  const {message, code} = error.cause ?? error;
  return {message, code};
};
const run = async (name, way) => {
  const port = ports[name];
  const url = scheme => scheme + '://' + host + ':' + port;
  const script = \`const {connect} = require('net');
    connect(\${port}, '\${host}').on('connect', () => process.exit()).on('error', ({code}) => { console.log(JSON.stringify({code})); process.disconnect?.(); });\`;
  const outer = 'process.stdout.write(require("child_process").spawnSync(process.execPath, ["-e", ' + JSON.stringify(script) + '], {env: {NODE_OPTIONS: process.env.LOOKUPS}}).stdout)';
  const own = {NODE_OPTIONS: process.env.LOOKUPS, LOOKUPS: process.env.LOOKUPS, SCRIPT: script};
  process.env.SCRIPT = script;
  try {
    await way({port, url, script, outer, own});
    outcomes[name] = {};
  } catch (error) {
    outcomes[name] = outcome(error);
  }
};
${Object.entries(ways)
  .map(([name, way]) => `await run(${JSON.stringify(name)}, async ({port, url, script, outer, own}) => ${way});`)
  .join('\n')}
console.log(JSON.stringify(outcomes));
process.exit();
`;

/** Runs the code in the variable SCRIPT. */
const childScript = "new Function('require', process.env.SCRIPT)(require);";

/** Starts a server for each way, at a loopback address that no client uses. @returns ports, and ways that connected */
async function startElsewhere(t: Undo, ways: Ways, isUdp: boolean) {
  const came = new Set<string>();
  const ports: Record<string, number> = {};
  for (const name of Object.keys(ways)) {
    if (isUdp) {
      const server = createSocket('udp4').on('message', () => came.add(name));
      t.teardown(() => server.close());
      server.bind(0, elsewhere);
      await once(server, 'listening');
      ports[name] = server.address().port;
    } else {
      const server = createServer(socket => {
        came.add(name);
        socket.on('error', () => undefined).once('data', () => socket.destroy());
      });
      t.teardown(() => server.close());
      await once(server.listen(0, elsewhere), 'listening');
      ports[name] = (server.address() as AddressInfo).port;
    }
  }
  return {came, ports};
}

/** Starts a DNS server without records. @returns its address, and the questions it received */
async function startDns(t: Undo) {
  const questions: Buffer[] = [];
  const server = createSocket('udp4');
  server.on('message', (question, {port, address}) => {
    questions.push(question);
    const reply = Buffer.from(question);
    reply.writeUInt16BE(0x8183, 2); // no such name
    server.send(reply, port, address);
  });
  t.teardown(() => server.close());
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return {questions, address: `127.0.0.1:${server.address().port}`};
}

interface Setting {
  readonly ways: Ways;
  readonly isolate?: readonly string[];
  readonly ports?: Readonly<Record<string, number>>;
  readonly host?: string;
  readonly dns?: string;
  readonly options?: readonly string[];
  /** Client code that runs before the ways. */
  readonly helper?: string;
}

/** Runs a client while another host is intercepted. */
async function run(t: Undo, {ways, isolate, ports = {}, host = foreign, dns, options = [], helper}: Setting) {
  const text = clientOf(ways, helper);
  const own = {'client.mjs': text, 'child.cjs': childScript, 'lookups.cjs': lookups, 'run/.keep': ''};
  const folder = await projectOf(t, own);
  const ca = path.join(folder, 'run/ca.pem');
  copyFileSync(authority, ca);
  const mapped = `--require ${path.join(folder, 'lookups.cjs')}`;
  const ended = await runNode(t, folder, [...options, 'client.mjs'], {
    NODE_OPTIONS: `${mapped} --require ${preload}`,
    LOOKUPS: mapped,
    CRM_SANDBOX_INTERCEPT: JSON.stringify({hosts: [named], port: 1, ca, ...(isolate && {isolate})}),
    HOST: host,
    LITERAL: literal,
    PORTS: JSON.stringify(ports),
    ...(dns !== undefined && {DNS_SERVER: dns}),
  });
  const refusals = path.join(folder, 'run/refused.tsv');
  const refused = existsSync(refusals) ? readFileSync(refusals, 'utf8').trimEnd().split('\n') : [];
  const outcomes = (ended.stdout === '' ? {} : JSON.parse(ended.stdout)) as Readonly<
    Record<string, {readonly code?: string; readonly message?: string}>
  >;
  return {
    ...ended,
    text,
    outcomes,
    codes: Object.fromEntries(Object.entries(outcomes).map(([name, {code}]) => [name, code])),
    refused: refused.map(line => {
      const [host, caller] = line.split('\t');
      return {host, caller};
    }),
  };
}

const isolated: readonly string[] = [];

const code = 'ERR_CRM_SANDBOX_ISOLATE';

/** A WebSocket does not report why it failed. */
const allRefused = (ways: Ways) =>
  Object.fromEntries(Object.keys(ways).map(name => [name, name === 'WebSocket' ? 'closed' : code]));

const webSockets = process.allowedNodeEnvironmentFlags.has('--experimental-websocket')
  ? ['--experimental-websocket']
  : [];

for (const [title, ways, isUdp] of [
  ['connection', connections, false],
  ['datagram', datagrams, true],
  ['process and thread', heirs, false],
] as const) {
  test(`an isolated run rejects each ${title} to a foreign host before a DNS lookup`, async t => {
    const {came, ports} = await startElsewhere(t, ways, isUdp);
    const {codes, stderr, refused} = await run(t, {ways, ports, isolate: isolated, options: webSockets});
    t.deepEqual(codes, allRefused(ways), stderr);
    t.deepEqual([...came], []);
    t.false(stderr.includes('looked up'), stderr);
    t.is(refused.length, Object.keys(ways).length);
    t.deepEqual([...new Set(refused.map(({host}) => host))], [foreign]);
  });

  test(`without --isolate each ${title} reaches the foreign host`, async t => {
    const {came, ports} = await startElsewhere(t, ways, isUdp);
    // This way waits for an error, and there is none.
    const {'dgram send without a callback': _, ...ending} = ways as Ways;
    const {stderr, refused} = await run(t, {ways: ending, ports, options: webSockets});
    t.deepEqual([...came].sort(), Object.keys(ending).sort(), stderr);
    t.regex(stderr, /^looked up far\.example$/m);
    t.deepEqual(refused, []);
  });
}

test('an isolated run rejects connections to an IP address', async t => {
  const ways: Ways = {...connections, ...datagrams, ...heirs};
  const ports = Object.fromEntries(Object.keys(ways).map(name => [name, 80]));
  const {codes, stderr, outcomes} = await run(t, {ways, ports, host: literal, isolate: isolated, options: webSockets});
  t.deepEqual(codes, allRefused(ways), stderr);
  t.is(
    outcomes['net.connect']!.message,
    `${literal} is none of the hosts that --isolate lets through; --allow ${literal} adds it`,
  );
});

test('an isolated run rejects each DNS query for a foreign host without contacting a server', async t => {
  const {questions, address} = await startDns(t);
  const ways: Ways = {...queries, ...resolved};
  const {codes, stderr, refused} = await run(t, {ways, dns: address, isolate: isolated});
  t.deepEqual(codes, allRefused(ways), stderr);
  t.false(stderr.includes('looked up'));
  t.is(refused.length, Object.keys(ways).length);
  t.is(questions.length, 0);
});

test('without --isolate each DNS query reaches the server', async t => {
  const {questions, address} = await startDns(t);
  const {codes, stderr} = await run(t, {ways: resolved, dns: address});
  // On a busy machine the resolver can time out.
  t.deepEqual(
    [...new Set(Object.values(codes))].filter(code => code !== 'ETIMEOUT'),
    ['ENOTFOUND'],
    stderr,
  );
  t.true(questions.length >= Object.keys(resolved).length);
});

test('an isolated run rejects DNS queries for an intercepted host, and foreign DNS servers', async t => {
  const {questions, address} = await startDns(t);
  const ways = {
    mx: `dns.promises.resolveMx('${named}')`,
    module: 'dns.setServers([`[2001:db8::1]:53`])',
    promises: 'dns.promises.setServers([literal])',
    resolver: 'resolver.setServers([literal + ":53"])',
    promising: 'promising.setServers(["127.0.0.1", literal])',
  };
  const {codes} = await run(t, {ways, dns: address, isolate: isolated});
  t.deepEqual(codes, {...allRefused(ways), mx: 'ERR_CRM_SANDBOX_INTERCEPT'});
  t.is(questions.length, 0);
});

test('an isolated run reaches loopback addresses, Unix sockets and allowed hosts', async t => {
  const local = createServer(socket => socket.on('error', () => undefined).end());
  await once(local.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => local.close());
  const {port} = local.address() as AddressInfo;
  const ways = {
    address: `settle(net.connect(${port}, "127.0.0.1"), "connect")`,
    number: `settle(net.connect(${port}), "connect")`,
    name: `settle(net.connect(${port}, "LOCALHOST"), "connect")`,
    mapped: `settle(net.connect(${port}, "::ffff:127.0.0.1"), "connect")`,
    unix: 'listening().then(path => settle(net.connect(path), "connect"))',
    'unix of options': 'listening().then(path => settle(net.connect({path, host: "ignored.example"}), "connect"))',
    lookup: 'promisify(dns.lookup)("localhost")',
    'lookup of an address': `promisify(dns.lookup)('${literal}')`,
    allowed: 'settle(net.connect(port, "far.example"), "connect")',
    'below what is allowed': `settle(net.connect({host: 'a.far.example', port, lookup: (name, options, callback) => dns.lookup('${foreign}', options, callback)}), "connect")`,
    range: 'settle(net.connect(port, "127.0.0.2"), "connect")',
    'IPv6 range': 'settle(net.connect(1, "2001:db8::1"), "connect")',
    'another port': 'settle(net.connect(81, "one.example"), "connect")',
    datagram: 'sent(() => ["x", port, "localhost"])',
    'allowed lookup': `promisify(dns.lookup)('${foreign}')`,
  };
  const {came, ports} = await startElsewhere(t, ways, false);
  const allow = [foreign, '127.0.0.2/31', '2001:db8::/32', 'one.example:80'];
  const helper =
    'const listening = () => new Promise(resolve => { const path = process.cwd() + "/s" + Math.random(); net.createServer(socket => socket.end()).listen(path, () => resolve(path)); });';
  const {codes, stderr, refused} = await run(t, {ways, ports, isolate: allow, helper});
  const {'IPv6 range': far, 'another port': other, ...rest} = codes;
  t.deepEqual(rest, Object.fromEntries(Object.keys(rest).map(name => [name, undefined])), stderr);
  t.not(far, code);
  t.is(other, code);
  t.deepEqual(
    refused.map(({host}) => host),
    ['one.example'],
  );
  t.true(came.has('allowed') && came.has('range') && came.has('below what is allowed'));
});

test('a custom lookup cannot lead localhost to another host', async t => {
  const ways = {
    one: 'settle(net.connect({host: "localhost", port, lookup: (name, options, callback) => options.all ? callback(null, [{address: host, family: 4}]) : callback(null, host, 4)}), "connect")',
    fixed:
      'settle(net.connect({host: "a.localhost", port, autoSelectFamily: false, lookup: (name, options, callback) => callback(null, host, 4)}), "connect")',
  };
  const {came, ports} = await startElsewhere(t, ways, false);
  const control = await run(t, {ways, ports, host: elsewhere});
  t.deepEqual([...came], ['one', 'fixed'], control.stderr);
  const {codes} = await run(t, {ways, ports, host: literal, isolate: isolated});
  t.deepEqual(codes, allRefused(ways));
});

test('every rejection is reported with its caller, even if the process exits immediately', async t => {
  const ways = {fetch: 'fetch("http://" + host)', http: 'settle(http.get({host}), "response")'};
  const {refused, text} = await run(t, {ways, isolate: isolated});
  const caller = (name: string) =>
    [`await run("${name}"`, 'await way('].map(part => lineOf('client.mjs', text, part)).join(' < ');
  t.deepEqual(refused, [
    {host: foreign, caller: caller('fetch')},
    {host: foreign, caller: caller('http')},
  ]);
  const exiting = await run(t, {ways: {exit: 'net.connect(80, host) && process.exit(3)'}, isolate: isolated});
  t.is(exiting.code, 3);
  t.is(exiting.refused.length, 1);
});

test('repeated requests are all rejected, and reported at most 1,000 times', async t => {
  const ways = {
    loop: 'Promise.all(Array.from({length: 1500}, () => dns.promises.lookup(host).catch(({code}) => code))).then(codes => parse(JSON.stringify({code: [...new Set(codes)].join()})))',
  };
  const {codes, refused} = await run(t, {ways, isolate: isolated});
  t.is(codes['loop'], code);
  t.is(refused.length, 1000);
});
