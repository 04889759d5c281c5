import test from 'ava';
import {runCli, type Undo, withoutJdk} from '../support/cli.js';
import {executable} from '../support/executable.js';
import {host, proxyClient} from '../support/intercepted.js';

const inner = 'inner.example.net';

const funds = '/api/v1/funds?limit=1';

/** Requests a path of a host with `fetch`. */
const fetching = (name: string, path = funds) =>
  `await fetch('https://${name}${path}', {headers: {authorization: 'Bearer k'}}).catch(({cause}) => console.log(cause.message));`;

/** A client that requests funds of each host with `fetch` and through the proxy. */
const clientOf = (hosts: readonly string[]) =>
  hosts
    .map(name => `${fetching(name)}\n{ const run = async () => {${imported(proxyClient(name, funds))}}; await run(); }`)
    .join('\n');

/** Replaces static imports with dynamic ones, which are allowed in a function. */
const imported = (program: string) => program.replaceAll(/import (\{.*\}) from ('.*')/g, 'const $1 = await import($2)');

interface Runs {
  readonly outer: readonly string[];
  readonly inner: readonly string[];
  readonly script: string;
}

/** Runs a script with exec inside another exec. @returns the lines that each printed about its requests */
async function runNested(t: Undo, {outer, inner, script}: Runs) {
  const nested = ['exec', '--profile', 'small', ...inner, '--', process.execPath, '--input-type=module', '-e', script];
  const words = ['exec', '--profile', 'small', ...outer, '--', process.execPath, executable, ...nested];
  const ended = await runCli(t, words, await withoutJdk(t)).ended;
  const lines = ended.stderr.split('\n').filter(line => / API requests? over |never reached|were refused/.test(line));
  return {
    ...ended,
    lines: lines.map(line => line.replace(/^crm-sandbox: /, '').replace(/: it may have talked.*| \(\[eval1\]:1\)/, '')),
  };
}

test('a nested run intercepts its host, and the outer run its own', async t => {
  const script = clientOf([inner, host]);
  const {lines, stderr} = await runNested(t, {outer: ['--intercept', host], inner: ['--intercept', inner], script});
  t.deepEqual(
    lines,
    [
      `2 API requests over ${inner}: 1 through the proxy, 1 directly`,
      `2 API requests over ${host}: 1 through the proxy, 1 directly`,
    ],
    stderr,
  );
});

test('a nested run takes precedence if both runs intercept a host', async t => {
  const script = clientOf([host]);
  const {lines, stderr} = await runNested(t, {outer: ['--intercept', host], inner: ['--intercept', host], script});
  t.deepEqual(
    lines,
    [`2 API requests over ${host}: 1 through the proxy, 1 directly`, 'Your command never reached the sandbox'],
    stderr,
  );
});

test('processes started in a nested run belong to it, whatever environment they get', async t => {
  const child = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(
    `require('node:child_process').spawnSync(process.execPath, ['--input-type=module', '-e', ${JSON.stringify(fetching(inner) + fetching(host))}], {env: {}})`,
  )}], {env: {}})`;
  const script = `import {createRequire} from 'node:module'; const require = createRequire(process.cwd() + '/x.js'); ${child}`;
  const {lines, stderr} = await runNested(t, {outer: ['--intercept', host], inner: ['--intercept', inner], script});
  t.deepEqual(
    lines,
    [
      `1 API request over ${inner}: 0 through the proxy, 1 directly`,
      `1 API request over ${host}: 0 through the proxy, 1 directly`,
    ],
    stderr,
  );
});

test('hosts that the outer run refuses are refused in a nested run', async t => {
  const script = `${fetching('far.example')}${clientOf([inner])}`;
  const outer = ['--intercept', host, '--isolate'];
  const {lines, stdout, stderr} = await runNested(t, {outer, inner: ['--intercept', inner], script});
  t.regex(stdout, /^far\.example is none of the hosts that --isolate lets through/m);
  t.deepEqual(
    lines,
    [
      `2 API requests over ${inner}: 1 through the proxy, 1 directly`,
      'Your command never reached the sandbox',
      'hosts that were refused: far.example 1',
    ],
    stderr,
  );
});

test('a nested isolated run refuses the host of the outer run', async t => {
  const script = `${fetching(host)}${fetching(inner)}`;
  const {lines, stderr} = await runNested(t, {
    outer: ['--intercept', host],
    inner: ['--intercept', inner, '--isolate'],
    script,
  });
  t.deepEqual(
    lines,
    [
      `1 API request over ${inner}: 0 through the proxy, 1 directly`,
      `hosts that were refused: ${host} 1`,
      'Your command never reached the sandbox',
    ],
    stderr,
  );
});
