import {once} from 'node:events';
import {createServer as createHttpServer, type IncomingMessage, request} from 'node:http';
import {type AddressInfo, connect, createServer, type Server, type Socket} from 'node:net';
import test, {type ExecutionContext} from 'ava';
import {Gate} from '../../src/intercept/gate.js';
import {Tunnels} from '../../src/intercept/proxy.js';
import {ReachCounter} from '../../src/intercept/reach-counter.js';
import {Routes} from '../../src/intercept/upstream.js';
import {hostName} from '../../src/preload/hosts.js';
import {
  basic,
  host,
  openTunnel,
  requestFromListener,
  requestFromProxy,
  startIntercepted,
} from '../support/intercepted.js';

const funds = '/api/v1/funds?limit=1';

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Starts a server that echoes what it receives. */
async function startEcho(t: ExecutionContext): Promise<number> {
  const server = createServer(socket => socket.on('error', () => undefined).pipe(socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return portOf(server);
}

test('a tunnel to the intercepted host reaches the sandbox and is counted as proxied', async t => {
  const {interception} = await startIntercepted(t);
  for (const port of [443, 8443]) {
    const {status, socket} = await openTunnel(t, interception.proxy, `${host}:${port}`);
    t.is(status, 200);
    t.is((await requestFromListener(interception, funds, {socket})).status, 200);
  }
  t.deepEqual(interception.reached.requests, {proxy: 2, direct: 0, url: 0});
});

test('every spelling of the intercepted host reaches the sandbox, and a subdomain does not', async t => {
  const {interception} = await startIntercepted(t, {isolate: true});
  for (const name of [`${host}.`, 'API.example.COM.']) {
    const {status, socket} = await openTunnel(t, interception.proxy, `${name}:443`);
    t.is(status, 200, name);
    t.is((await requestFromListener(interception, funds, {socket})).status, 200, name);
    t.is((await requestFromProxy(interception.proxy, `http://${name}${funds}`, basic('k'))).status, 200, name);
  }
  t.is((await openTunnel(t, interception.proxy, `x.${host}:443`)).status, 403);
  t.is((await openTunnel(t, interception.proxy, `X.${host}.:443`)).status, 403);
  t.deepEqual(interception.reached.requests, {proxy: 4, direct: 0, url: 0});
  t.deepEqual(interception.reached.refused, {[`x.${host}`]: 2});
});

test('a pattern intercepts every subdomain, but not the domain itself', async t => {
  const {interception} = await startIntercepted(t, {hosts: ['*.example.com'], isolate: true});
  for (const name of [host, 'a.b.example.com', 'X.Y.Z.Example.com.']) {
    const {status, socket} = await openTunnel(t, interception.proxy, `${name}:443`);
    t.is(status, 200, name);
    const servername = hostName(name);
    const sent = {socket, servername, headers: {...basic('k'), host: name}};
    const response = await requestFromListener(interception, funds, sent);
    t.is(JSON.parse(response.text).next_link, `https://${servername}/api/v1/funds?limit=1&offset=1`);
    t.is((await requestFromProxy(interception.proxy, `http://${name}${funds}`, basic('k'))).status, 200, name);
  }
  for (const name of ['example.com', 'badexample.com', 'api.example.com.evil.example']) {
    t.is((await openTunnel(t, interception.proxy, `${name}:443`)).status, 403, name);
  }
  t.deepEqual(interception.reached.requests, {proxy: 6, direct: 0, url: 0});
});

test('plain HTTP to the intercepted host reaches the sandbox, by tunnel or absolute URL', async t => {
  const {interception} = await startIntercepted(t);
  const answer = await requestFromProxy(interception.proxy, `http://${host}${funds}`, basic('k'));
  t.is(answer.status, 200);
  t.is(JSON.parse(answer.text).next_link, `https://${host}/api/v1/funds?limit=1&offset=1`);
  t.is((await requestFromProxy(interception.proxy, `https://${host.toUpperCase()}${funds}`, basic('k'))).status, 200);
  const {socket} = await openTunnel(t, interception.proxy, `${host}:80`);
  const outgoing = request({createConnection: () => socket, path: funds, headers: {host, ...basic('k')}}).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  t.is(response.statusCode, 200);
  response.destroy();
  t.deepEqual(interception.reached.requests, {proxy: 3, direct: 0, url: 0});
});

test('a tunnel to another host transfers bytes both ways, and is counted', async t => {
  const {interception} = await startIntercepted(t);
  const port = await startEcho(t);
  const {status, socket} = await openTunnel(t, interception.proxy, `localhost:${port}`);
  t.is(status, 200);
  const sent = Buffer.alloc(300_000, 'abc');
  socket.end(sent);
  const parts: Buffer[] = [];
  for await (const part of socket) {
    parts.push(part as Buffer);
  }
  t.true(Buffer.concat(parts).equals(sent));
  t.deepEqual(interception.reached.others, {localhost: 1});
});

test('a request to another host is forwarded with its body, and without headers for the proxy', async t => {
  const {interception} = await startIntercepted(t);
  const received: IncomingMessage[] = [];
  const server = createHttpServer((incoming, response) => {
    received.push(incoming);
    incoming.pipe(response.writeHead(201, {'x-own': 'yes'}));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const {hostname, port} = new URL(interception.proxy);
  const address = `http://127.0.0.1:${portOf(server)}/a?b=c`;
  const headers = {'proxy-authorization': 'Basic eDp5', 'proxy-connection': 'keep-alive', 'x-mine': '1'};
  const outgoing = request({host: hostname, port, path: address, method: 'POST', headers, agent: false});
  outgoing.end('what is sent');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  t.is(response.statusCode, 201);
  t.is(response.headers['x-own'], 'yes');
  t.is(String((await response.toArray())[0]), 'what is sent');
  t.is(received[0]!.url, '/a?b=c');
  t.is(received[0]!.headers.host, `127.0.0.1:${portOf(server)}`);
  t.is(received[0]!.headers['x-mine'], '1');
  t.false(Object.keys(received[0]!.headers).some(name => name.startsWith('proxy-')));
});

test('requests to private networks are rejected unless allowed', async t => {
  const {interception} = await startIntercepted(t);
  for (const address of [
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[fe80::1]',
    '[fc00::1]',
    '[::ffff:10.1.2.3]',
    '[::ffff:6464:64c8]',
    '[64:ff9b::10.1.2.3]',
    '[2002:a01:203::1]',
  ]) {
    t.is((await openTunnel(t, interception.proxy, `${address}:443`)).status, 403, address);
  }
  const answer = await requestFromProxy(interception.proxy, 'http://169.254.169.254/latest');
  t.is(answer.status, 403);
  t.regex(answer.text, /^crm-sandbox: 169\.254\.169\.254 is an address of a private network; --allow 169/);
  t.is(interception.reached.refused['169.254.169.254'], 2);
  t.deepEqual(interception.reached.others, {});
});

test('a gate allows the given hosts and ranges, and checks resolved addresses', async t => {
  const gate = (allow: string[], direct = '', isolate = false) => new Gate({allow, direct, isolate});
  const rejects = (it: Gate, name: string) => t.throws(() => it.check(name, 443), undefined, name);
  const accepts = (it: Gate, name: string) => t.notThrows(() => it.check(name, 443), name);
  accepts(gate(['10.0.0.0/8']), '10.1.2.3');
  accepts(gate([], '10.1.2.3'), '10.1.2.3');
  rejects(gate(['10.0.0.0/8']), '192.168.0.1');
  accepts(gate([]), '127.0.0.1');
  accepts(gate([]), 'far.example');
  const isolated = gate(['db.example'], 'other.example', true);
  rejects(isolated, 'far.example');
  rejects(isolated, 'other.example');
  for (const name of ['localhost', '127.0.0.1', '::1', 'db.example', 'one.db.example']) {
    accepts(isolated, name);
  }
  const resultOf = (it: Gate, name: string) =>
    new Promise<string>(resolve => it.lookup(443)(name, {all: true}, error => resolve(error?.message ?? 'found')));
  t.regex(await resultOf(gate([]), '10.1.2.3'), /private network/);
  t.is(await resultOf(gate(['10.1.2.3']), '10.1.2.3'), 'found');
});

test('an isolated run reaches only loopback and intercepted hosts', async t => {
  const {interception} = await startIntercepted(t, {isolate: true, allow: ['db.example']});
  const {status} = await openTunnel(t, interception.proxy, 'far.example:443');
  t.is(status, 403);
  t.is((await openTunnel(t, interception.proxy, `127.0.0.1:${await startEcho(t)}`)).status, 200);
  t.is((await openTunnel(t, interception.proxy, `${host}:443`)).status, 200);
  t.deepEqual(interception.reached.refused, {'far.example': 1});
});

/** Starts a proxy with credentials, as in a company. Its tunnels echo what they receive. */
async function startUpstream(t: ExecutionContext) {
  const requested: string[] = [];
  const server = createHttpServer((incoming, response) => {
    requested.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`);
    response.end('from far');
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    requested.push(`${incoming.url} ${incoming.headers['proxy-authorization']}`);
    if (incoming.url === 'no.example:443') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.on('error', () => undefined).pipe(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  return {requested, url: `http://user:p%40ss@127.0.0.1:${portOf(server)}`};
}

test('other hosts are reached through the proxy of the environment, except those in no_proxy', async t => {
  const port = await startEcho(t);
  const {requested, url} = await startUpstream(t);
  const environment = {HTTPS_PROXY: url, http_proxy: url, no_proxy: 'localhost'};
  const {interception} = await startIntercepted(t, {environment});
  const {socket} = await openTunnel(t, interception.proxy, 'far.example:443');
  socket.write('hello');
  t.is(String((await once(socket, 'data'))[0]), 'hello');
  const answer = await requestFromProxy(interception.proxy, 'http://far.example/x');
  t.is(answer.text, 'from far');
  const authorization = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;
  t.deepEqual(requested.splice(0), [`far.example:443 ${authorization}`, `http://far.example/x ${authorization}`]);
  t.is((await openTunnel(t, interception.proxy, `localhost:${port}`)).status, 200);
  t.is((await openTunnel(t, interception.proxy, `${host}:443`)).status, 200);
  t.deepEqual(requested, []);
  t.is((await openTunnel(t, interception.proxy, 'no.example:443')).status, 502);
});

test('an unsupported kind of proxy is reported with 502', async t => {
  const {interception} = await startIntercepted(t, {environment: {all_proxy: 'socks5://127.0.0.1:1'}});
  const {status, text} = await requestFromProxy(interception.proxy, 'http://far.example/');
  t.is(status, 502);
  t.regex(text, /far\.example cannot be reached: The proxy of the environment is none that is spoken here/);
});

test('requests that are not for a proxy are rejected with 400', async t => {
  const {interception} = await startIntercepted(t);
  const direct = await fetch(`${interception.proxy}/health`);
  t.is(direct.status, 400);
  for (const line of ['nothing at all', 'user@far.example:443', 'far.example:443/path', '[::1']) {
    t.is((await openTunnel(t, interception.proxy, encodeURI(line))).status, 400, line);
  }
});

test('a tunnel above the limit is rejected until another client disconnects', async t => {
  const port = await startEcho(t);
  const ways = {
    gate: new Gate({allow: [], direct: '', isolate: false}),
    routes: new Routes({}),
    counter: new ReachCounter(),
  };
  const tunnels = new Tunnels(ways, 1);
  const server = createServer(socket => tunnels.open('127.0.0.1', port, socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const join = async () => {
    const client = connect(portOf(server), '127.0.0.1');
    t.teardown(() => client.destroy());
    return {client, answer: String((await once(client, 'data'))[0])};
  };
  const first = await join();
  t.regex(first.answer, /^HTTP\/1\.1 200 /);
  t.regex((await join()).answer, /^HTTP\/1\.1 503 1 tunnels are open/);
  t.is(tunnels.count, 1);
  first.client.destroy();
  while (tunnels.count > 0) {
    await new Promise(setImmediate);
  }
  t.regex((await join()).answer, /^HTTP\/1\.1 200 /);
});
