import {readFileSync, writeFileSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import path from 'node:path';
import * as tls from 'node:tls';
import test from 'ava';
import {bareDomains, foreignKeys} from '../../src/cli/command-environment.js';
import type {Interception} from '../../src/intercept/interception.js';
import {
  interceptedEnvironment,
  javaProxy,
  readCertificates,
  systemRoots,
} from '../../src/sandbox/command/intercepted.js';
import {newFolder, type Undo} from '../support/cli.js';

const host = 'api.example.com';
const ca = '-----BEGIN CERTIFICATE-----\nOURS\n-----END CERTIFICATE-----\n';
const theirs = '-----BEGIN CERTIFICATE-----\nTHEIRS\n-----END CERTIFICATE-----\n';

/** The interception of a sandbox, with files in a temporary folder. */
async function interceptionIn(t: Undo): Promise<Interception & {readonly folder: string}> {
  const folder = await newFolder(t);
  await mkdir(path.join(folder, 'php'));
  const keep = (name: string, content: string) => {
    writeFileSync(path.join(folder, name), content);
    return path.join(folder, name);
  };
  return {
    folder,
    hosts: [host],
    port: 4443,
    plainPort: 4080,
    isolate: false,
    proxy: 'http://127.0.0.1:3128',
    ca,
    caFile: keep('ca.pem', ca),
    allow: [],
    reached: {requests: {proxy: 0, direct: 0, url: 0}, untrusted: {}, others: {}, refused: {}, refused_at: {}},
    keep,
  };
}

async function environmentOf(t: Undo, given: NodeJS.ProcessEnv, changes: Partial<Interception> = {}) {
  const interception = await interceptionIn(t);
  const env = await interceptedEnvironment(given, {...interception, ...changes});
  return {env, text: (name: string) => readFileSync(env[name]!, 'utf8'), interception};
}

test('proxy variables route clients through the proxy, except for requests to this machine', async t => {
  const {env, interception} = await environmentOf(t, {HTTPS_PROXY: 'http://theirs:1', OTHER: 'x'});
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']) {
    t.is(env[name], 'http://127.0.0.1:3128', name);
  }
  t.is(env['NO_PROXY'], 'localhost,127.0.0.1,::1');
  t.is(env['no_proxy'], env['NO_PROXY']);
  t.is(env['OTHER'], 'x');
  const {caFile} = interception;
  t.deepEqual(JSON.parse(env['CRM_SANDBOX_INTERCEPT']!), {hosts: [host], port: 4443, plainPort: 4080, ca: caFile});
});

test('NO_PROXY keeps the user’s entries that do not match the host, and none with --isolate', async t => {
  const given = {NO_PROXY: `db.internal, example.com,.com,*,${host},10.0.0.0/8`, no_proxy: 'other.example.org'};
  const {env} = await environmentOf(t, given);
  t.is(env['NO_PROXY'], 'other.example.org,db.internal,10.0.0.0/8,localhost,127.0.0.1,::1');
  const isolated = await environmentOf(t, given, {isolate: true});
  t.is(isolated.env['no_proxy'], 'localhost,127.0.0.1,::1');
  const below = {NO_PROXY: `${host},.eu.example.com,*.us.example.com,a.example.com:443,example.com,example.org`};
  const {env: ofPattern} = await environmentOf(t, below, {hosts: ['*.example.com']});
  t.is(ofPattern['NO_PROXY'], 'example.org,localhost,127.0.0.1,::1');
});

test('a bare domain gets a hint to intercept its subdomains, unless another host covers them', t => {
  t.deepEqual(bareDomains(['example.com', 'example.co.uk']), [
    "--intercept example.com leaves out the hosts below it: --intercept '*.example.com' intercepts them.",
    "--intercept example.co.uk leaves out the hosts below it: --intercept '*.example.co.uk' intercepts them.",
  ]);
  for (const hosts of [[host], ['*.example.com'], ['example.com', '*.example.com'], ['example.com', host]]) {
    t.deepEqual(bareDomains(hosts), [], hosts.join());
  }
});

test('variables that replace the system’s certificates add the user’s and the run’s to them', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'theirs.pem');
  writeFileSync(file, theirs);
  const {env, text} = await environmentOf(t, {
    REQUESTS_CA_BUNDLE: file,
    CURL_CA_BUNDLE: folder,
    HTTPLIB2_CA_CERTS: file,
  });
  const roots = systemRoots().trim();
  t.true(roots.length > 1000);
  for (const name of ['SSL_CERT_FILE', 'AWS_CA_BUNDLE', 'GIT_SSL_CAINFO']) {
    t.is(text(name), `${roots}\n${ca}`, name);
  }
  for (const name of ['REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'HTTPLIB2_CA_CERTS']) {
    t.is(text(name), `${roots}\n${theirs}${ca}`, name);
  }
  t.is(env['NIX_SSL_CERT_FILE'], undefined, 'it must be set only if the user has set it');
});

test('variables that add certificates contain only the user’s and the run’s', async t => {
  const file = path.join(await newFolder(t), 'theirs.pem');
  writeFileSync(file, theirs);
  const {text} = await environmentOf(t, {NODE_EXTRA_CA_CERTS: file});
  t.is(text('NODE_EXTRA_CA_CERTS'), `${theirs}${ca}`);
  t.is(text('DENO_CERT'), ca);
});

test('PHP_INI_SCAN_DIR gets an additional folder with the certificate settings', async t => {
  const {env, interception} = await environmentOf(t, {});
  const folder = path.join(interception.folder, 'php');
  t.is(env['PHP_INI_SCAN_DIR'], `${path.delimiter}${folder}`);
  const settings = readFileSync(path.join(folder, 'crm-sandbox.ini'), 'utf8');
  const [, bundle = ''] = /^openssl\.cafile="(.*)"\ncurl\.cainfo="\1"\n$/.exec(settings) ?? [];
  t.true(readFileSync(bundle, 'utf8').endsWith(ca));
  const {env: joined} = await environmentOf(t, {PHP_INI_SCAN_DIR: '/theirs'});
  t.true(joined['PHP_INI_SCAN_DIR']!.startsWith(`/theirs${path.delimiter}`));
});

test('JAVA_TOOL_OPTIONS is unchanged without a JDK, and javaProxy() translates NO_PROXY', async t => {
  const {env} = await environmentOf(t, {JAVA_TOOL_OPTIONS: '-Dtheirs=1', PATH: ''});
  t.is(env['JAVA_TOOL_OPTIONS'], '-Dtheirs=1', 'nothing must be added without a JDK');
  t.is(
    javaProxy('http://127.0.0.1:3128', ['.internal', 'localhost', '10.0.0.0/8']),
    '-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=3128 -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128 ' +
      '-Dhttp.nonProxyHosts=localhost|127.*|[::1]|internal|*.internal',
  );
});

test('certificates are read from a file or a folder, and other files are ignored', async t => {
  const folder = await newFolder(t);
  writeFileSync(path.join(folder, 'one.pem'), theirs);
  writeFileSync(path.join(folder, 'notes.txt'), 'none');
  t.is(readCertificates(folder), theirs);
  t.is(readCertificates(path.join(folder, 'notes.txt')), undefined);
  t.is(readCertificates(path.join(folder, 'gone')), undefined);
  t.is(readCertificates(''), undefined);
  const [first = ''] = systemRoots().match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/) ?? [];
  t.notThrows(() => tls.createSecureContext({ca: first}));
});

test('a variable with a foreign key is reported by name, never with its value', t => {
  const env = {
    EXAMPLE_API_KEY: 'live-1',
    CRM_TOKEN: 'live-2',
    CRM_SANDBOX_KEY: 'live-3',
    NPM_TOKEN: 'live-4',
    EXAMPLE_URL: 'live-5',
    EXAMPLE_SECRET: 'sbx_me',
    EXAMPLE_TOKEN: 'sandbox-key',
    EXAMPLE_OTHER_KEY: 'added',
    EXAMPLE_EMPTY_KEY: '',
  };
  const warnings = foreignKeys(env, {hosts: [host], replaced: ['CRM_TOKEN'], known: ['added']});
  t.deepEqual(warnings, [
    "CRM_TOKEN has a key that does not belong to the sandbox; the command gets the sandbox's key instead.",
    "EXAMPLE_API_KEY has a key that does not belong to the sandbox, and the command gets it: --key-env EXAMPLE_API_KEY replaces it with the sandbox's.",
  ]);
});
