import {once} from 'node:events';
import {connect as connectHttp2} from 'node:http2';
import {request} from 'node:https';
import {type ConnectionOptions, connect} from 'node:tls';
import test from 'ava';
import {hostConflict} from '../../src/preload/hosts.js';
import {basic, host, requestFromListener, requestHttp2, startIntercepted} from '../support/intercepted.js';
import {startTestSandbox} from '../support/sandbox.js';

const funds = '/api/v1/funds?limit=1';

test('requests to the intercepted host get responses with links to that host', async t => {
  const {interception, get} = await startIntercepted(t);
  const {status, text} = await requestFromListener(interception, funds);
  t.is(status, 200);
  t.is(JSON.parse(text).next_link, `https://${host}/api/v1/funds?limit=1&offset=1`);
  const plain = await get(funds);
  t.true(plain.body.next_link.startsWith('http://127.0.0.1:'), 'the plain address must be unaffected');
});

test('HTTP/2 requests get the same responses as HTTP/1.1', async t => {
  const {interception} = await startIntercepted(t);
  const [one, two] = await Promise.all([
    requestFromListener(interception, funds),
    requestHttp2(t, interception, funds),
  ]);
  t.deepEqual(two, {status: one.status, text: one.text});
  const body = JSON.stringify({name: 'Roof'});
  const headers = {...basic('k'), 'content-type': 'application/json'};
  const overHttp2 = await requestHttp2(t, interception, '/api/v1/funds', headers, body);
  const overHttp1 = await requestFromListener(interception, '/api/v1/funds', {method: 'POST', headers, body});
  t.is(overHttp2.status, overHttp1.status);
  t.is((await requestHttp2(t, interception, '/api/v1/nothing')).status, 404);
});

test('every spelling of the host is intercepted, and a subdomain is rejected', async t => {
  const {interception} = await startIntercepted(t, {hosts: [`${host.toUpperCase()}.`, 'bücher.example']});
  t.deepEqual(interception.hosts, [host, 'xn--bcher-kva.example']);
  for (const name of [host, 'API.Example.com.', `${host}:8443`, `${host}.:443`]) {
    const {status, text} = await requestFromListener(interception, funds, {headers: {...basic('k'), host: name}});
    t.is(status, 200, name);
    t.is(JSON.parse(text).next_link, `https://${host}/api/v1/funds?limit=1&offset=1`, name);
  }
  t.is((await requestFromListener(interception, funds, {servername: `${host}.`})).status, 200);
  t.is((await requestFromListener(interception, funds, {headers: {...basic('k'), host: `x.${host}`}})).status, 403);
  await t.throwsAsync(requestFromListener(interception, funds, {servername: `x.${host}`}));
  t.deepEqual(interception.reached.requests, {proxy: 0, direct: 5, url: 0});
});

test('the certificate for a pattern is valid for subdomains only', async t => {
  const {interception} = await startIntercepted(t, {hosts: ['*.Bücher.example', 'api.example.com']});
  t.deepEqual(interception.hosts, ['*.xn--bcher-kva.example', 'api.example.com']);
  for (const name of ['x.xn--bcher-kva.example', 'x.y.xn--bcher-kva.example', 'api.example.com']) {
    const to = {servername: name, headers: {...basic('k'), host: name}};
    t.is((await requestFromListener(interception, funds, to)).status, 200, name);
  }
  for (const name of ['xn--bcher-kva.example', 'x.api.example.com', 'x.example.com']) {
    await t.throwsAsync(requestFromListener(interception, funds, {servername: name}), undefined, name);
    t.is((await requestFromListener(interception, funds, {headers: {...basic('k'), host: name}})).status, 403, name);
  }
});

test('a client that aborts the handshake is counted as not trusting the certificate', async t => {
  const {interception} = await startIntercepted(t, {hosts: ['api.example.com', '*.example.org']});
  const shake = (options: ConnectionOptions) =>
    new Promise(resolve => {
      const socket = connect({host: '127.0.0.1', port: interception.port, ...options});
      socket.on('error', resolve).on('secureConnect', () => resolve(socket.end()));
    });
  await shake({servername: 'API.example.com.'}); // trusts only Node's certificates
  await shake({servername: host});
  await shake({servername: 'x.example.org'});
  await shake({servername: host, ca: interception.ca});
  await shake({servername: host, ca: interception.ca, maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0'});
  await shake({servername: 'far.example', ca: interception.ca});
  await shake({ca: interception.ca});
  t.deepEqual(interception.reached.untrusted, {[host]: 2, 'x.example.org': 1});
});

test('any key opens the default account on the intercepted host only', async t => {
  const {interception, get, account} = await startIntercepted(t);
  for (const headers of [basic('secret-1'), {authorization: 'Bearer secret-1'}]) {
    t.is((await requestFromListener(interception, funds, {headers})).status, 200);
  }
  t.is((await requestFromListener(interception, `${funds}&access_token=secret-1`, {headers: {}})).status, 200);
  t.is((await requestFromListener(interception, funds, {headers: {}})).status, 401, 'a key must be required');
  t.is((await requestFromListener(interception, funds, {headers: basic('')})).status, 401);
  t.is((await get(funds, {key: 'secret-1'})).status, 401);
  t.is((await requestFromListener(interception, funds, {headers: basic('sandbox-blocked-key')})).status, 403);
  await account('other').reset('empty');
  const other = await requestFromListener(interception, '/api/v1/constituents', {headers: basic('sbx_other')});
  t.is(JSON.parse(other.text).total_items, 0, 'a key of the sandbox must open its account');
});

test('a key of the service appears in no output of the sandbox', async t => {
  const outputs: string[] = [];
  const collect = (value: unknown) => outputs.push(JSON.stringify(value));
  const options = {
    onRequest: collect,
    onFinding: collect,
    rateLimit: 100,
    onExchange: ({before: _, after: __, ...rest}: object & {before?: unknown; after?: unknown}) => collect(rest),
  };
  const {interception, requests} = await startIntercepted(t, {}, options);
  await requestFromListener(interception, funds, {headers: basic('secret-1')});
  const {text} = await requestFromListener(interception, `${funds}&access_token=secret-1`, {headers: {}});
  await requestFromListener(interception, '/api/v1/nothing?access_token=secret-1', {headers: {}});
  collect(await requests());
  collect(text);
  collect(interception.reached);
  t.true(outputs.length > 6);
  t.false(outputs.join().includes('secret-1'));
  t.false(outputs.join().includes(Buffer.from('secret-1').toString('base64').slice(0, 8)));
});

test('all keys of the service share one rate limit', async t => {
  const {interception} = await startIntercepted(t, {}, {rateLimit: 1});
  t.is((await requestFromListener(interception, funds, {headers: basic('secret-1')})).status, 200);
  t.is((await requestFromListener(interception, funds, {headers: basic('secret-2')})).status, 429);
});

test('form submissions are accepted on the intercepted host', async t => {
  const {interception, submissions, request} = await startIntercepted(t);
  const {body} = await request('GET', '/_sandbox/submissions');
  const path = new URL(body.listener ?? body.url, 'http://sandbox').pathname;
  const headers = {'content-type': 'application/x-www-form-urlencoded'};
  const {status} = await requestFromListener(interception, path, {method: 'POST', headers, body: 'name=Ada'});
  t.is(status, 200);
  t.is((await submissions()).length, 1);
});

test('any listener id opens the default account on the intercepted host, and is not disclosed', async t => {
  const {interception, submissions, post, get, account} = await startIntercepted(t);
  const listenerOfService = '/integrations/0b0ccd9e-1111-4222-8333-444455556666/listener';
  const headers = {'content-type': 'multipart/form-data; boundary=b'};
  const body = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda\r\n--b--\r\n';
  t.is((await requestFromListener(interception, listenerOfService, {method: 'POST', headers, body})).status, 200);
  t.is((await requestHttp2(t, interception, listenerOfService, headers, body)).status, 200);
  t.deepEqual(
    (await submissions()).map(({fields}) => fields),
    [{name: 'Ada'}, {name: 'Ada'}],
  );
  t.deepEqual(interception.reached.requests, {proxy: 0, direct: 2, url: 0});
  t.false(JSON.stringify((await get('/_sandbox/requests')).body).includes('0b0ccd9e'));
  t.is((await post(listenerOfService, {name: 'Ada'}, {key: null})).status, 404, 'the plain address must not accept it');
  const other = account('other');
  await other.reset();
  const {listener} = (await get('/_sandbox', {key: 'sbx_other'})).body;
  t.is((await requestFromListener(interception, listener, {method: 'POST', headers, body})).status, 200);
  t.is((await other.submissions()).length, 1, 'the listener id of another account must open that account');
});

test('the listener rejects other host names, and its certificate is not valid for an IP address', async t => {
  const {interception} = await startIntercepted(t);
  await t.throwsAsync(requestFromListener(interception, funds, {servername: 'www.example.com'}));
  const {port, ca} = interception;
  const socket = connect({host: '127.0.0.1', port, ca});
  t.teardown(() => socket.destroy());
  const error = await new Promise<NodeJS.ErrnoException>(resolve => socket.once('error', resolve));
  t.is(error.code, 'ERR_TLS_CERT_ALTNAME_INVALID');
});

test('faults break TLS connections as they break plain ones, also in HTTP/2', async t => {
  const {interception, fault} = await startIntercepted(t);
  const codeOf = async (response: Promise<unknown>) => {
    const error = await t.throwsAsync<NodeJS.ErrnoException>(response as Promise<never>);
    return error?.code;
  };
  for (const [word, code] of [
    ['reset', 'ECONNRESET'],
    ['empty', 'ECONNRESET'],
    ['truncate=50%', 'ECONNRESET'],
    ['lost', 'ECONNRESET'],
  ] as const) {
    const active = await fault(`listFunds:${word}`);
    t.is(await codeOf(requestFromListener(interception, funds)), code, word);
    t.truthy(await codeOf(requestHttp2(t, interception, funds)), `${word} in HTTP/2`);
    await active[Symbol.asyncDispose]();
  }
  t.is((await requestFromListener(interception, funds)).status, 200);
  t.is((await requestHttp2(t, interception, funds)).status, 200);
});

test('API requests are counted by route, and requests to pages are not', async t => {
  const {interception, get} = await startIntercepted(t);
  t.deepEqual(interception.reached, {
    requests: {proxy: 0, direct: 0, url: 0},
    untrusted: {},
    others: {},
    refused: {},
    refused_at: {},
  });
  await requestFromListener(interception, '/health');
  await get(funds);
  t.deepEqual(interception.reached.requests, {proxy: 0, direct: 0, url: 1});
  await requestFromListener(interception, funds);
  await requestFromListener(interception, funds, {headers: {}});
  await requestHttp2(t, interception, funds);
  t.deepEqual(interception.reached.requests, {proxy: 0, direct: 3, url: 1});
});

test('an invalid host, or an empty list of hosts, is rejected', async t => {
  for (const name of ['127.0.0.1', 'https://api.example.com', 'api.example.com:443', '*', '*.com', 'a.localhost']) {
    const error = await t.throwsAsync(startIntercepted(t, {hosts: [name]}), {instanceOf: TypeError});
    t.is(error!.message, `startSandbox: intercept.hosts.0: must be ${hostConflict(name)}, got "${name}"`);
  }
  const error = await t.throwsAsync(startIntercepted(t, {hosts: []}), {instanceOf: TypeError});
  t.is(error!.message, 'startSandbox: intercept.hosts: must be one host or more, got an array');
});

test('/_sandbox/intercept describes the interception, and is a 404 without one', async t => {
  const {interception, get} = await startIntercepted(t, {isolate: true});
  await requestFromListener(interception, funds);
  const {status, body} = await get('/_sandbox/intercept');
  t.is(status, 200);
  const {port, plainPort, proxy, ca, caFile} = interception;
  const reached = {requests: {proxy: 0, direct: 1, url: 0}, untrusted: {}, others: {}, refused: {}, refused_at: {}};
  t.deepEqual(body, {
    hosts: [host],
    port,
    plain_port: plainPort,
    proxy,
    ca,
    ca_file: caFile,
    isolate: true,
    allow: [],
    reached,
  });
  const other = await startTestSandbox(t);
  t.is((await other.get('/_sandbox/intercept')).status, 404);
});

const late = '{"name":"late"}';
const lateHeaders = {...basic('k'), 'content-type': 'application/json', expect: '100-continue'};

test('a request in flight gets its response before the sandbox closes', async t => {
  const {interception, close} = await startIntercepted(t);
  const to = {host: '127.0.0.1', port: interception.port, servername: host, ca: interception.ca, agent: false};
  const outgoing = request({...to, path: '/api/v1/groups', method: 'POST', headers: {host, ...lateHeaders}});
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  const closed = close();
  outgoing.end(late);
  const [response] = await once(outgoing, 'response');
  t.is(response.statusCode, 200);
  response.resume();
  await closed;
  await t.throwsAsync(requestFromListener(interception, funds));
});

test('an HTTP/2 request in flight gets its response before the sandbox closes', async t => {
  const {interception, close} = await startIntercepted(t);
  const to = {host: '127.0.0.1', port: interception.port, servername: host, ca: interception.ca};
  const session = connectHttp2(`https://${host}`, {createConnection: () => connect({...to, ALPNProtocols: ['h2']})});
  const outgoing = session.request({':path': '/api/v1/groups', ':method': 'POST', ...lateHeaders}, {endStream: false});
  await once(outgoing, 'continue');
  const closed = close();
  outgoing.end(late);
  const [headers] = await once(outgoing, 'response');
  t.is(headers[':status'], 200);
  outgoing.resume();
  await closed;
});
