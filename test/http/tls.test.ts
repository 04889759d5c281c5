import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {request as httpsRequest} from 'node:https';
import {connect} from 'node:net';
import path from 'node:path';
import {text as readText} from 'node:stream/consumers';
import test, {type ExecutionContext} from 'ava';
import {machineClock, moment} from '../../src/accounts/clock.js';
import {makeAuthority} from '../../src/intercept/authority.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {newFolder} from '../support/cli.js';

async function startTls(t: ExecutionContext) {
  const folder = await newFolder(t);
  const {ca, issue} = await makeAuthority(['sandbox.example'], moment(machineClock));
  const {cert, key} = await issue(['sandbox.example']);
  const files = {tlsCert: path.join(folder, 'cert.pem'), tlsKey: path.join(folder, 'key.pem')};
  writeFileSync(files.tlsCert, cert);
  writeFileSync(files.tlsKey, key);
  const sandbox = await startSandbox({profile: 'small', ...files});
  t.teardown(() => sandbox.close());
  return {sandbox, ca, files};
}

async function get(url: string, ca: string) {
  const headers = {authorization: 'Bearer sandbox-key'};
  const sent = httpsRequest(url, {ca, headers, servername: 'sandbox.example', agent: false}).end();
  const [response] = await once(sent, 'response');
  return {status: response.statusCode, body: JSON.parse(await readText(response))};
}

test('with a certificate the sandbox serves HTTPS, and its links use https', async t => {
  const {sandbox, ca} = await startTls(t);
  t.regex(sandbox.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  const {status, body} = await get(`${sandbox.url}/api/v1/funds?limit=1`, ca);
  t.is(status, 200);
  t.is(body.next_link, `${sandbox.url}/api/v1/funds?limit=1&offset=1`);
  t.is((await sandbox.fetch('/health')).status, 200, 'sandbox.fetch() needs no TLS');
});

test('a plain HTTP request to an HTTPS port is a 400 that names HTTPS', async t => {
  const {sandbox} = await startTls(t);
  const response = await fetch(`${sandbox.url.replace('https', 'http')}/health`);
  t.is(response.status, 400);
  t.regex(await response.text(), /This port takes HTTPS/);
});

test('close() ends connections that are still in the TLS handshake', async t => {
  const {sandbox} = await startTls(t);
  const silent = connect(sandbox.port, '127.0.0.1');
  const half = connect(sandbox.port, '127.0.0.1');
  await Promise.all([once(silent, 'connect'), once(half, 'connect')]);
  half.write(Buffer.from([0x16, 3, 1, 0, 200]));
  const closed = [silent, half].map(
    socket => new Promise(resolve => socket.on('error', () => undefined).once('close', resolve)),
  );
  await sandbox.close();
  t.is((await Promise.all(closed)).length, 2);
});

test('a certificate without a key, a missing file and an invalid certificate are errors', async t => {
  const {files} = await startTls(t);
  await t.throwsAsync(startSandbox({tlsCert: files.tlsCert}), {message: /tlsCert and tlsKey go together/});
  await t.throwsAsync(startSandbox({...files, tlsKey: 'missing.pem'}), {code: 'ENOENT'});
  await t.throwsAsync(startSandbox({...files, tlsCert: files.tlsKey}), {
    message: /key\.pem and .*key\.pem are not a certificate and its key/,
  });
  await t.throwsAsync(startSandbox({...files, listen: false}), {message: /listen: false and tlsCert/});
});
