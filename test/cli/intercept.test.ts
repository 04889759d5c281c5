import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import type {Finding} from '../../src/findings/finding.js';
import {refusedHosts} from '../../src/findings/rules/host-refused.js';
import {newFolder, runCli, startCli, type Undo, withoutJdk} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {host, proxyClient} from '../support/intercepted.js';
import {startHere} from '../support/options-here.js';

const intercept = ['exec', '--profile', 'small', '--intercept', host];

/** A command that runs JavaScript. */
const node = (script: string) => ['--', process.execPath, '--input-type=module', '--eval', script];

/** Creates a temporary folder for runs, which they must leave empty. */
async function ownTmp(t: Undo, jdk?: Readonly<Record<string, string>>) {
  const folder = await newFolder(t);
  // Newer versions of Node cache compiled code there.
  const temporary = {TMPDIR: folder, TEMP: folder, TMP: folder, NODE_DISABLE_COMPILE_CACHE: '1'};
  const env = {...temporary, ...(jdk ?? (await withoutJdk(t)))};
  return {folder, env, left: () => readdirSync(folder)};
}

test('requests to the host reach the sandbox, and exec counts them without printing the key', async t => {
  const {env, left} = await ownTmp(t, {}); // with the JDK of this machine, if there is one
  const {code, stdout, stderr} = await runCli(
    t,
    [...intercept, ...node(proxyClient(host, '/api/v1/funds?limit=1'))],
    env,
  ).ended;
  t.is(code, 0, stderr);
  t.regex(stdout, /^HTTP\/1\.1 200 /);
  t.regex(stdout, /"next_link":"https:\/\/api\.example\.com\/api\/v1\/funds/);
  t.regex(stderr, /^crm-sandbox: 1 API request over api\.example\.com: 1 through the proxy, 0 directly$/m);
  t.false(stderr.includes('live-secret'));
  t.deepEqual(left(), []);
});

test('a pattern intercepts every subdomain, both directly and through the proxy', async t => {
  const script = `
    for (const host of ['x.example.com', 'a.b.example.com']) {
      const {status} = await fetch('https://' + host + '/api/v1/funds', {headers: {authorization: 'Bearer k'}});
      console.log(status);
    }
    ${proxyClient('a.b.example.com', '/api/v1/funds')}`;
  const words = ['exec', '--profile', 'small', '--intercept', '*.example.com', '--intercept', 'example.org'];
  const {code, stdout, stderr} = await runCli(t, [...words, ...node(script)], await withoutJdk(t)).ended;
  t.is(code, 0, stderr);
  t.regex(stdout, /^200\n200\nHTTP\/1\.1 200 /);
  t.regex(stderr, /^--intercept example\.org leaves out the hosts below it: --intercept '\*\.example\.org' /m);
  t.regex(stderr, /3 API requests over \*\.example\.com, example\.org: 1 through the proxy, 2 directly$/m);
});

test('a child process with its own environment still gets the proxy and the certificates', async t => {
  const script = `
    const {spawnSync} = await import('node:child_process');
    const url = 'https://${host}/api/v1/funds?limit=1';
    const {status, stderr} = spawnSync('curl', ['-sfu', 'live-secret:', url], {env: {PATH: process.env.PATH}});
    console.log(status, String(stderr));`;
  const {code, stdout, stderr} = await runCli(t, [...intercept, ...node(script)], await withoutJdk(t)).ended;
  t.is(code, 0, stderr);
  t.is(stdout.trim(), '0');
  t.regex(stderr, /: 1 API request over api\.example\.com: 1 through the proxy, 0 directly$/m);
});

test('exec exits with 7 and a warning if the command never reaches the sandbox', async t => {
  const {env, left} = await ownTmp(t);
  const {code, stderr} = await runCli(t, [...intercept, ...node('')], env).ended;
  t.is(code, 7);
  t.regex(stderr, /^crm-sandbox: Your command never reached the sandbox: it may have talked to the real service\./m);
  t.deepEqual(left(), []);
});

test('requests to /health do not count as reaching the sandbox', async t => {
  const script = `${proxyClient(host, '/health')}
    await fetch(process.env.CRM_SANDBOX_URL + '/health');`;
  const {code, stdout} = await runCli(t, [...intercept, ...node(script)], await withoutJdk(t)).ended;
  t.regex(stdout, /^HTTP\/1\.1 200 /);
  t.is(code, 7);
});

test('the command’s own exit code takes precedence over 7', async t => {
  const {code, stderr} = await runHere([...intercept, ...node('process.exit(3)')], await withoutJdk(t));
  t.is(code, 3);
  t.regex(stderr, /never reached the sandbox/);
});

test('--json prints the interception counts, and the report names the reason for exit code 7', async t => {
  const {code, stderr} = await runHere(
    [...intercept, '--json', '--fail-on', 'error', ...node('')],
    await withoutJdk(t),
  );
  t.is(code, 7);
  const lines = stderr.split('\n').filter(line => line.startsWith('{'));
  t.deepEqual(JSON.parse(lines[0]!), {
    intercept: {
      hosts: [host],
      requests: {proxy: 0, direct: 0, url: 0},
      untrusted: {},
      others: {},
      refused: {},
      refused_at: {},
      near: {},
      node_without_preload: process.platform === 'linux' ? {} : null,
    },
  });
  t.regex(stderr, /the command never reached the sandbox \(--intercept\)/);
});

test('two concurrent runs do not affect each other', async t => {
  const {env, left} = await ownTmp(t);
  const script = `${proxyClient(host, '/api/v1/funds?limit=1')}
    process.stdin.resume();`;
  const runs = [1, 2].map(() => runCli(t, [...intercept, ...node(script)], env));
  const ended = await Promise.all(runs.map(run => run.ended));
  t.deepEqual(
    ended.map(({code, stdout}) => [code, /^HTTP\/1\.1 200 /.test(stdout)]),
    [
      [0, true],
      [0, true],
    ],
  );
  t.deepEqual(left(), []);
});

const unix = process.platform === 'win32' ? test.skip : test;

unix('a killed command leaves no files, and a killed exec leaves certificates but no private key', async t => {
  const {folder, env, left} = await ownTmp(t);
  const killItself = "process.kill(process.pid, 'SIGKILL')";
  t.is((await runCli(t, [...intercept, ...node(killItself)], env).ended).code, 137);
  t.deepEqual(left(), []);
  const block = (kind: string) => `-----BEGIN ${kind}-----\nc2VjcmV0\n-----END ${kind}-----\n`;
  const ours = path.join(await newFolder(t), 'ours.pem');
  writeFileSync(ours, `${block('PRIVATE KEY')}${block('CERTIFICATE')}`);
  const parting =
    "console.log('there'); const parent = process.ppid; setInterval(() => process.ppid === parent || process.exit(), 20)";
  const killed = runCli(t, [...intercept, ...node(parting)], {...env, SSL_CERT_FILE: ours});
  await killed.waitFor(/there/);
  killed.child.kill('SIGKILL');
  await new Promise(resolve => killed.child.once('exit', resolve));
  const files = left().flatMap(name =>
    readdirSync(path.join(folder, name), {recursive: true, encoding: 'utf8', withFileTypes: true}),
  );
  const texts = files
    .filter(file => file.isFile())
    .map(file => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
  t.true(files.some(({name}) => name === 'ca.pem'));
  t.true(
    texts.some(text => text.includes(block('CERTIFICATE'))),
    'the user’s certificate must be included',
  );
  t.false(texts.some(text => text.includes('PRIVATE KEY')));
});

test('--key-env sets a variable to the sandbox’s key', async t => {
  const file = path.join(await newFolder(t), 'keys.json');
  const script = `
    const {MY_KEY, EXAMPLE_API_KEY, CRM_SANDBOX_KEY} = process.env;
    (await import('node:fs')).writeFileSync(${JSON.stringify(file)}, JSON.stringify([MY_KEY, EXAMPLE_API_KEY, CRM_SANDBOX_KEY]));`;
  const env = {...(await withoutJdk(t)), MY_KEY: 'live-secret', EXAMPLE_API_KEY: 'live-secret-too'};
  const {stderr} = await runHere([...intercept, '--key-env', 'MY_KEY', ...node(script)], env);
  t.deepEqual(JSON.parse(readFileSync(file, 'utf8')), ['sandbox-key', 'live-secret-too', 'sandbox-key']);
  t.regex(
    stderr,
    /^MY_KEY has a key that does not belong to the sandbox; the command gets the sandbox's key instead\.$/m,
  );
  t.regex(stderr, /^EXAMPLE_API_KEY has a key .* --key-env EXAMPLE_API_KEY replaces it/m);
  t.false(stderr.includes('live-secret'));
});

test('--isolate reports the hosts that the proxy and Node processes refused as findings', async t => {
  const folder = await newFolder(t);
  const report = path.join(folder, 'report.json');
  writeFileSync(
    path.join(folder, 'client.mjs'),
    `import {once} from 'node:events';
    import {request} from 'node:http';
    const proxy = new URL(process.env.https_proxy);
    for (const path of ['far.example:443', 'www.example.com:443']) {
      const tunnel = request({host: proxy.hostname, port: proxy.port, method: 'CONNECT', path}).end();
      const [answer, socket] = await once(tunnel, 'connect');
      console.log(answer.statusCode);
      socket.destroy();
    }
    const ask = host => fetch('https://' + host).catch(({cause}) => console.log(cause.message));
    await ask('far.example');
    await ask('x.${host}.');
    await ask('api.exampel.com');
    process.exit(3);`,
  );
  const words = ['--isolate', '--report', `json=${report}`, '--', process.execPath, 'client.mjs'];
  const {code, stdout, stderr} = await runCli(t, [...intercept, ...words], await withoutJdk(t), folder).ended;
  t.is(code, 3, stderr);
  t.regex(
    stdout,
    /^403\n403\nfar\.example is none of the hosts that --isolate lets through; --allow far\.example adds it$/m,
  );
  const {counts, findings} = JSON.parse(readFileSync(report, 'utf8')) as {counts: object; findings: Finding[]};
  t.like(counts, {error: 3, warn: 1});
  const refused = findings.map(({rule, where, level, count, caller, nearest, fix}) => {
    t.is(rule, 'host-refused');
    t.true(fix.text.includes(`--allow ${where}`), fix.text);
    return [where, level, count, caller.length, nearest];
  });
  t.deepEqual(refused.sort(), [
    ['api.exampel.com', 'error', 1, 1, host],
    ['far.example', 'warn', 2, 1, null],
    ['www.example.com', 'error', 1, 0, host],
    [`x.${host}`, 'error', 1, 1, host],
  ]);
  t.regex(stderr, /hosts that were refused: far\.example 2 \(client\.mjs:10 < client\.mjs:11\), /);
});

test('a refused host is a finding even without API requests, and --fail-on applies to it', async t => {
  const script = "fetch('https://far.example').catch(() => {})";
  const {code, stderr} = await runHere([...intercept, '--isolate', ...node(script)], await withoutJdk(t));
  t.is(code, 7);
  t.regex(stderr, /^crm-sandbox: hosts that were refused: far\.example 1 /m);
  t.regex(stderr, /what the client got wrong: 0 errors, 1 warning/);
  const failing = `${script}; process.exitCode = 0; await fetch('https://${host}/api/v1/funds', {headers: {authorization: 'Bearer k'}})`;
  const words = ['--isolate', '--fail-on', 'warn', ...node(failing)];
  t.is((await runHere([...intercept, ...words], await withoutJdk(t))).code, 4);
});

test('refused hosts similar to an intercepted host are errors, and other hosts are warnings', t => {
  const refusedAt = {};
  for (const [intercepted, name, level] of [
    [host, 'v2.api.example.com', 'error'],
    [host, 'www.example.com', 'error'],
    [host, 'apis.exampl.com', 'error'],
    [host, 'example.com', 'warn'],
    [host, 'a.www.example.com', 'warn'],
    [host, 'api.other.com', 'warn'],
    ['example.com', 'other.com', 'warn'],
    ['example.co.uk', 'other.co.uk', 'warn'],
    ['example.co.uk', 'exampel.co.uk', 'error'],
    ['*.example.com', 'example.com', 'error'],
    ['*.example.com', 'api.exampel.com', 'error'],
    ['*.example.com', 'api.other.com', 'warn'],
    ['*.api.example.com', 'www.example.com', 'error'],
  ] as const) {
    const [finding] = refusedHosts({hosts: [intercepted], reached: {refused: {[name]: 1}, refused_at: refusedAt}});
    t.is(finding!.level, level, `${name} beside ${intercepted}`);
  }
  const reached = {refused: {'x.example.com': 1}, refused_at: refusedAt};
  const [finding] = refusedHosts({hosts: ['example.com'], reached});
  t.regex(finding!.fix.text, /start the command with --intercept '\*\.example\.com' as well/);
});

test('intercept prints the variables of a running sandbox in each format, and its certificate', async t => {
  const jdk = await withoutJdk(t);
  const {folder, env, left} = await ownTmp(t, jdk);
  const sandbox = await startCli(t, ['--intercept', host], 'small', env);
  const runIntercept = async (...words: string[]) => {
    const {code, stdout, stderr} = await runHere(['intercept', '--url', sandbox.url, ...words], jdk);
    t.is(code, 0, stderr);
    return stdout;
  };
  const printed = await runCli(t, ['intercept', '--url', sandbox.url, '--print-env', 'json'], env).ended;
  t.is(printed.code, 0, printed.stderr);
  const variables = JSON.parse(printed.stdout);
  t.like(variables, {CRM_SANDBOX_URL: sandbox.url, CRM_SANDBOX_KEY: 'sandbox-key'});
  t.regex(variables.https_proxy, /^http:\/\/127\.0\.0\.1:/);
  t.false('PATH' in variables, 'unchanged variables must not be printed');
  const roots = readFileSync(variables.SSL_CERT_FILE, 'utf8');
  t.regex(await runIntercept(), /^export https_proxy='http:\/\/127/m);
  t.regex(await runIntercept('--print-env', 'powershell'), /^\$env:https_proxy = 'http:\/\/127/m);
  t.regex(await runIntercept('--print-env', 'dotenv'), /^https_proxy="http:\/\/127/m);
  const file = path.join(folder, 'ca.pem');
  t.is(await runIntercept('--ca-out', file), '');
  t.true(roots.endsWith(readFileSync(file, 'utf8')));
  t.deepEqual(JSON.parse(await runIntercept('--json')).hosts, [host]);
  sandbox.child.kill('SIGTERM');
  t.is((await sandbox.ended).code, 0);
  t.deepEqual(left(), ['ca.pem']);
});

test('intercept exits with 1 if the sandbox intercepts nothing', async t => {
  const sandbox = await startHere(t);
  const {code, stderr} = await runHere(['intercept', '--url', sandbox.url]);
  t.is(code, 1);
  t.regex(stderr, /This sandbox answers for no other host; start it with --intercept api\.example\.com/);
});

for (const [words, text] of [
  [['--isolate'], '--isolate goes with --intercept, which names the hosts that the sandbox answers for'],
  [['--allow', 'db'], '--allow goes with --intercept, which names the hosts that the sandbox answers for'],
  [['--intercept', '127.0.0.1'], '--intercept must be the name of a host, such as api.example.com, got "127.0.0.1"'],
  [['--intercept', '*.com'], '--intercept must be the name of a host, such as api.example.com, or *. and a domain: '],
  [['--intercept', 'a.localhost'], '--intercept must be a host other than localhost and the names below it, which '],
  [['--key-env', 'A B'], '--key-env (or CRM_SANDBOX_KEY_ENV) must be the name of a variable, got "A B"'],
] as const) {
  test(`exec ${words.join(' ')} is rejected`, async t => {
    const {code, stderr} = await runHere(['exec', ...words, '--', 'true']);
    t.is(code, 2);
    t.true(stderr.startsWith(text), stderr);
  });
}
