import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {interceptionLines, summarize} from '../../src/cli/reports/interception-summary.js';
import {makeAuthority} from '../../src/intercept/authority.js';
import {newFolder, runCli, type Undo, withoutJdk} from '../support/cli.js';
import {host, proxyClient} from '../support/intercepted.js';

const funds = '/api/v1/funds?limit=1';

const byUrl = `await fetch(process.env.CRM_SANDBOX_URL + '${funds}', {headers: {authorization: 'Bearer sandbox-key'}});`;

const byHost = `await fetch('https://${host}${funds}', {headers: {authorization: 'Bearer k'}});`;

interface Run {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a command with the host intercepted. @returns its result, with the interception in the JSON report */
async function runIntercepted(t: Undo, command: readonly string[], {words = [], env = {}}: Run = {}) {
  const folder = await newFolder(t);
  const file = path.join(folder, 'report.json');
  const variables = {...(await withoutJdk(t)), ...env};
  const start = ['exec', '--profile', 'small', '--intercept', host, '--report', `json=${file}`, ...words];
  const ended = await runCli(t, [...start, '--', ...command], variables, folder).ended;
  const {intercept, exit} = JSON.parse(readFileSync(file, 'utf8'));
  return {...ended, intercept, exit};
}

/** Runs a command without and with `--json`. @returns the JSON line about the hosts, too */
async function runForScript(t: Undo, command: readonly string[], {words = [], env = {}}: Run = {}) {
  const [text, json] = await Promise.all([
    runIntercepted(t, command, {words, env}),
    runIntercepted(t, command, {words: [...words, '--json'], env}),
  ]);
  const line = json.stderr.split('\n').find(written => written.startsWith('{"intercept"'));
  return {...text, line: JSON.parse(line!)};
}

const node = (script: string) => [process.execPath, '--input-type=module', '--eval', script];

test('exec exits with 0 and prints a note if the command uses only CRM_SANDBOX_URL', async t => {
  const {code, stderr, intercept, line} = await runForScript(t, node(byUrl + byUrl));
  t.is(code, 0, stderr);
  t.regex(
    stderr,
    /^crm-sandbox: Your command sent 2 API requests: it used CRM_SANDBOX_URL; nothing was sent to api\.example\.com$/m,
  );
  t.deepEqual(intercept.requests, {proxy: 0, direct: 0, url: 2});
  t.deepEqual(line, {intercept});
});

test('requests are counted by route: proxy, direct or CRM_SANDBOX_URL', async t => {
  const {code, stderr, intercept} = await runIntercepted(t, node(`${proxyClient(host, funds)}${byHost}${byUrl}`));
  t.is(code, 0, stderr);
  t.regex(
    stderr,
    /^crm-sandbox: 2 API requests over api\.example\.com: 1 through the proxy, 1 directly, and 1 more by CRM_SANDBOX_URL$/m,
  );
  t.deepEqual(intercept.requests, {proxy: 1, direct: 1, url: 1});
  t.deepEqual([intercept.untrusted, intercept.near], [{}, {}]);
});

const distrustLine = `a client connected to ${host} and did not trust the certificate (2 times): it has its own certificates; point it at SSL_CERT_FILE`;

/** A curl command line, which trusts only another authority unless `isTrusting` is set. */
async function curlWith(t: Undo, isTrusting: boolean) {
  const other = path.join(await newFolder(t), 'other.pem');
  writeFileSync(other, (await makeAuthority([host], Date.now())).ca);
  return `curl -s ${isTrusting ? '' : `--cacert ${other}`} -o /dev/null -u k: 'https://${host}${funds}'; `;
}

const unix = process.platform === 'win32' ? test.skip : test;

unix('exit code 7 names a client that does not trust the certificate as the reason', async t => {
  const curl = await curlWith(t, false);
  const {code, stderr, intercept, exit, line} = await runForScript(t, ['sh', '-c', `${curl}${curl}true`]);
  t.is(code, 7);
  t.true(stderr.includes(`crm-sandbox: Your command never reached the sandbox: ${distrustLine}\n`), stderr);
  t.deepEqual(intercept.untrusted, {[host]: 2});
  t.true(exit.because.endsWith(distrustLine), exit.because);
  t.deepEqual(line, {intercept});
});

unix('a client that does not trust the certificate is reported even if other requests succeed', async t => {
  const [refusing, trusting] = [await curlWith(t, false), await curlWith(t, true)];
  const both = await runIntercepted(t, ['sh', '-c', `${refusing}${refusing}${trusting}`]);
  t.is(both.code, 0, both.stderr);
  t.true(both.stderr.includes(`crm-sandbox: ${distrustLine}\n`), both.stderr);
  const trusted = await runIntercepted(t, ['sh', '-c', `${trusting}${trusting}`]);
  t.false(trusted.stderr.includes('did not trust'), trusted.stderr);
  t.deepEqual(trusted.intercept.untrusted, {});
});

unix('requests to CRM_SANDBOX_URL do not excuse a client that does not trust the certificate', async t => {
  const curl = await curlWith(t, false);
  const {code, stderr} = await runIntercepted(t, [
    'sh',
    '-c',
    `${curl}curl -s -o /dev/null -u sandbox-key: "$CRM_SANDBOX_URL${funds}"`,
  ]);
  t.is(code, 7, stderr);
  t.regex(
    stderr,
    /Your command reached the sandbox only by CRM_SANDBOX_URL \(1\): a client connected to api\.example\.com /,
  );
});

/** Connects with Node and through the proxy. Both lead to a closed port, so that nothing leaves this machine. */
const connecting = (name: string) => `
  import {connect as connectTo} from 'node:net';
  import {request as ask} from 'node:http';
  const lookup = (_name, {all}, done) => all ? done(null, [{address: '127.0.0.1', family: 4}]) : done(null, '127.0.0.1', 4);
  await new Promise(done => connectTo({host: '${name}', port: 1, lookup}).on('error', done));
  const {hostname, port} = new URL(process.env.https_proxy);
  await new Promise(done => ask({host: hostname, port, method: 'CONNECT', path: '${name}:443'}).end().on('connect', done));
  process.exitCode = 0;
  setTimeout(() => process.exit());`;

const closed = {env: {https_proxy: 'http://127.0.0.1:1'}};

for (const name of [`v2.${host}`, 'www.example.com', 'api.exampel.com']) {
  test(`requests to ${name} are reported because it is similar to the host`, async t => {
    const {code, stderr, intercept, exit, line} = await runForScript(t, node(connecting(name)), closed);
    t.is(code, 7, stderr);
    const message = `${name} is near ${host} (2 forwarded, 0 refused): --intercept ${name} intercepts it`;
    t.true(stderr.includes(`crm-sandbox: Your command never reached the sandbox: ${message}\n`), stderr);
    t.true(exit.because.endsWith(message), exit.because);
    t.deepEqual(intercept.near, {[name]: {near: host, forwarded: 2, refused: 0}});
    t.deepEqual(line, {intercept});
  });
}

test('a refused host similar to the intercepted one is reported, and other hosts are only listed', async t => {
  const near = await runIntercepted(
    t,
    node(`${connecting('www.example.com').replace("'error', done", "'error', () => done()")}`),
    {
      words: ['--isolate'],
    },
  );
  t.deepEqual(near.intercept.near, {'www.example.com': {near: host, forwarded: 0, refused: 2}});
  t.regex(near.stderr, /www\.example\.com is near api\.example\.com \(0 forwarded, 2 refused\)/);
  const far = await runIntercepted(t, node(connecting('far.example')), closed);
  t.deepEqual(far.intercept.near, {});
  t.regex(far.stderr, /^crm-sandbox: other hosts: far\.example 2$/m);
  t.false(far.stderr.includes('is near'), far.stderr);
});

const linux = process.platform === 'linux' ? test : test.skip;

const child = `"${process.execPath}" -e 'setTimeout(() => {}, 1500)'`;

for (const [title, script, reason] of [
  ['whose NODE_OPTIONS were replaced', `NODE_OPTIONS=--no-warnings ${child}; true`, 'NODE_OPTIONS was replaced'],
  ['whose NODE_OPTIONS were removed', `env -u NODE_OPTIONS ${child}; true`, 'NODE_OPTIONS was removed'],
] as const) {
  linux(`exit code 7 names a Node process ${title} as the reason`, async t => {
    const {code, stderr, intercept, exit, line} = await runForScript(t, ['sh', '-c', script]);
    t.is(code, 7);
    const message = `a Node process ran without the preload: ${reason}`;
    t.true(stderr.includes(`crm-sandbox: Your command never reached the sandbox: ${message}\n`), stderr);
    t.true(exit.because.endsWith(message), exit.because);
    t.deepEqual(intercept.node_without_preload, {[reason]: 1});
    t.deepEqual(line, {intercept});
  });
}

linux('an npm script that replaces NODE_OPTIONS is reported', async t => {
  const folder = await newFolder(t);
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({scripts: {sync: `NODE_OPTIONS=--no-warnings ${child}`}}),
  );
  const npm = ['npm', '--prefix', folder, 'run', '--silent', 'sync'];
  const {stderr, intercept} = await runIntercepted(t, npm);
  t.deepEqual(intercept.node_without_preload, {'NODE_OPTIONS was replaced by an npm script': 1}, stderr);
});

linux('a Node process with the preload is not reported, however the preload was set', async t => {
  const file = path.resolve(import.meta.dirname, '../../bundle/intercept.cjs');
  const variants = `NODE_OPTIONS="--no-warnings $NODE_OPTIONS" ${child}; NODE_OPTIONS='--require ${file}' ${child}`;
  const {code, stderr, intercept} = await runIntercepted(t, ['sh', '-c', `${child}; ${variants}`]);
  t.is(code, 7);
  t.regex(stderr, /never reached the sandbox: it may have talked to the real service\./);
  t.deepEqual(intercept.node_without_preload, {});
});

const nothing = {requests: {proxy: 0, direct: 0, url: 0}, untrusted: {}, others: {}, refused: {}, refused_at: {}};

test('the summary notes if it cannot tell whether Node processes ran without the preload', t => {
  const [line] = interceptionLines(summarize({hosts: [host], reached: nothing}, null));
  t.regex(line!, /It is not known whether Node processes ran without the preload\.$/);
  const [known] = interceptionLines(summarize({hosts: [host], reached: nothing}, {}));
  t.false(known!.includes('not known'));
});

test('the number of lines is limited', t => {
  const numbered = (text: (number: number) => string) =>
    Object.fromEntries(Array.from({length: 500}, (_, number) => [text(number), number + 1]));
  const reached = {
    ...nothing,
    requests: {proxy: 1, direct: 0, url: 0},
    untrusted: numbered(number => `x${number}.${host}`),
    others: numbered(number => `${number}.example.com`),
  };
  const lines = interceptionLines(
    summarize(
      {hosts: [host], reached},
      numbered(number => `reason ${number}`),
    ),
  );
  t.is(lines.length, 1 + 10 + 10 + 10 + 1);
  t.regex(lines.at(-1)!, /499\.example\.com 500, .*, and 490 more$/);
});
