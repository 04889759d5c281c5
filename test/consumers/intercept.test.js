import {execFile} from 'node:child_process';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {withoutJdk} from '../../dist/test/support/cli.js';
import {blocksOf} from '../../dist/test/support/pages.js';
import {pack, plainEnvironment, projectWith} from './installed-package.js';

/** Programs that use the real host and do not know the sandbox: those of docs/test/intercept.md, and others. */

const execute = promisify(execFile);

const host = 'api.example.com';
const funds = `https://${host}/api/v1/funds?limit=1`;

let project;
let noJdk;

test.before(async t => {
  const cleanups = [];
  const undo = {teardown: step => cleanups.push(step)};
  project = await projectWith(undo, await pack(), ['axios', 'got', 'node-fetch', 'undici']);
  noJdk = await withoutJdk(undo);
  t.context.cleanups = cleanups;
});

test.after.always(async t => {
  await Promise.all((t.context.cleanups ?? []).map(cleanup => cleanup()));
});

/** Runs a command with the installed package. @returns its exit code and output */
async function exec(words, options = [], env = {}) {
  const command = path.join(project.folder, 'node_modules/.bin/crm-sandbox');
  const allWords = ['exec', '--profile', 'small', '--intercept', host, ...options, '--', ...words];
  try {
    const environment = {...plainEnvironment, ...noJdk, ...env};
    return {code: 0, ...(await execute(command, allWords, {cwd: project.folder, env: environment}))};
  } catch (error) {
    return error;
  }
}

const programs = {sh: 'sh', js: process.execPath, py: 'python3'};

for (const {language, file, text} of blocksOf('docs/test/intercept.md').filter(({run}) => run === 'client')) {
  test(`${file} of the page reaches the sandbox with an installed package`, async t => {
    await project.write(file, text);
    const {code, stdout, stderr} = await exec([programs[language], file]);
    t.is(code, 0, stderr);
    t.is(JSON.parse(stdout).total_items, 33);
    t.regex(stderr, /^crm-sandbox: 1 API request over api\.example\.com: /m);
  });
}

for (const [version, words] of [
  ['HTTP/1.1', ['--http1.1']],
  ['HTTP/2', ['--http2']],
]) {
  test(`curl reaches the sandbox over ${version}`, async t => {
    const options = ['-s', '-o', '/dev/null', '-w', '%{http_version} %{http_code} %{ssl_verify_result}'];
    const {stdout, stderr} = await exec(['curl', ...words, ...options, '-u', 'any-key:', funds]);
    t.is(stdout, `${version === 'HTTP/2' ? '2' : '1.1'} 200 0`, stderr);
  });
}

test('a client that does not check certificates reaches the sandbox', async t => {
  const {code, stdout} = await exec(['curl', '-s', '-k', '-u', 'any-key:', funds]);
  t.is(code, 0);
  t.is(JSON.parse(stdout).total_items, 33);
});

test('a client that does not trust the certificate fails the run with code 7', async t => {
  const {code, stderr} = await exec(['sh', '-c', `curl -sS --cacert /dev/null -u k: '${funds}'; true`]);
  t.is(code, 7, stderr);
  t.regex(stderr, /never reached the sandbox/);
});

test('Python trusts the system’s certificates and the certificate of the run', async t => {
  const script = `
    import os, ssl
    context = ssl.create_default_context(cafile=os.environ['SSL_CERT_FILE'])
    authorities = context.get_ca_certs()
    ours = [c for c in authorities if any('crm-sandbox' in str(part) for part in c['subject'])]
    print(len(ours), len(authorities) > 1)`;
  await project.write('trust.py', script.replaceAll('\n    ', '\n').trim());
  const {stdout, stderr} = await exec(['python3', 'trust.py']);
  t.is(stdout.trim(), '1 True', stderr);
});

test('Python reaches local servers without the proxy, and gets 403 for rejected hosts', async t => {
  const script = `
import http.server, threading, urllib.request, urllib.error
class Own(http.server.BaseHTTPRequestHandler):
  def do_GET(self):
    self.send_response(200); self.end_headers(); self.wfile.write(b'own')
  def log_message(self, *words): pass
server = http.server.HTTPServer(('127.0.0.1', 0), Own)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(urllib.request.urlopen('http://127.0.0.1:%d/' % server.server_port).read().decode())
try:
  urllib.request.urlopen('http://far.example/')
except urllib.error.HTTPError as error:
  print(error.code)
urllib.request.urlopen(urllib.request.Request('${funds}', headers={'Authorization': 'Bearer k'}))
`;
  await project.write('others.py', script);
  const {code, stdout, stderr} = await exec(['python3', 'others.py'], ['--isolate']);
  t.is(code, 0, stderr);
  t.is(stdout, 'own\n403\n');
  t.regex(stderr, /^crm-sandbox: hosts that were refused: far\.example 1$/m);
});

test('Node’s http, https and http2 clients reach the sandbox without DNS', async t => {
  const script = `
    import {get} from 'node:http';
    import {get as getSecurely} from 'node:https';
    import {connect} from 'node:http2';
    const headers = {authorization: 'Bearer any-key'};
    const status = request => new Promise((resolve, reject) =>
    request.on('response', response => resolve(response.resume().statusCode)).on('error', reject));
    console.log(await status(getSecurely('${funds}', {headers})));
    console.log(await status(get('http://${host}/api/v1/funds?limit=1', {headers})));
    const session = connect('https://${host}');
    const stream = session.request({':path': '/api/v1/funds?limit=1', ...headers});
    console.log(await new Promise((resolve, reject) => stream.on('response', headers => resolve(headers[':status'])).on('error', reject)));
    session.close();
    stream.resume();`;
  await project.write('clients.mjs', script);
  const {code, stdout, stderr} = await exec([process.execPath, 'clients.mjs']);
  t.is(code, 0, stderr);
  t.is(stdout, '200\n200\n200\n');
  t.regex(stderr, /3 API requests over api\.example\.com: 0 through the proxy, 3 directly/);
});

test('axios, got, node-fetch and undici reach the sandbox without DNS, directly or by proxy', async t => {
  const script = `
    import axios from 'axios';
    import got from 'got';
    import nodeFetch from 'node-fetch';
    import {EnvHttpProxyAgent, request} from 'undici';
    const headers = {authorization: 'Bearer any-key'};
    console.log((await axios.get('${funds}', {headers})).data.total_items);
    console.log((await axios.get('${funds}', {headers, proxy: false})).data.total_items);
    console.log((await got('${funds}', {headers}).json()).total_items);
    console.log((await (await nodeFetch('${funds}', {headers})).json()).total_items);
    console.log((await (await request('${funds}', {headers})).body.json()).total_items);
    const dispatcher = new EnvHttpProxyAgent();
    console.log((await (await request('${funds}', {headers, dispatcher})).body.json()).total_items);
    await dispatcher.close();`;
  await project.write('packages.mjs', script);
  const {code, stdout, stderr} = await exec([process.execPath, 'packages.mjs']);
  t.is(code, 0, stderr);
  t.is(stdout, '33\n'.repeat(6));
  t.regex(stderr, /^crm-sandbox: 6 API requests over api\.example\.com: /m);
});
