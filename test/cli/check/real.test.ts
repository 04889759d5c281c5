import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {newFolder, withoutJdk} from '../../support/cli.js';
import {runHere} from '../../support/cli-here.js';

const program = fileURLToPath(new URL('../../sandbox/check/program.js', import.meta.url));

const options = ['--constituents', '3', '--assume', 'required_fields=observed', '--patience', '20s'];

test('check finds the duplicates of a client that retries, and the printed command repeats them', async t => {
  const folder = await newFolder(t);
  const words = ['check', ...options, '--trace-dir', folder, '--', process.execPath, program, 'retrying'];
  const {code, stderr} = await runHere(words);
  t.is(code, 6, stderr);
  t.regex(stderr, /^Check: If the response to the constituent is lost, a second constituent Ada Test is created/m);
  t.regex(stderr, /If the response to the gift is lost, Ada Test gets two gifts of \$50\.00\. \S+clients\.\w+:\d+$/m);
  t.regex(stderr, /It was repeated by your code or your HTTP library\.$/m);
  const repeated = Array.from(stderr.matchAll(/^ {2}To repeat: crm-sandbox (check --case (\w+) .*)$/gm));
  const [, , id = ''] = repeated[0]!;
  const again = await runHere(['check', '--case', id, ...words.slice(1)]);
  t.is(again.code, 6, again.stderr);
  t.regex(again.stderr, /^1 trial: 1 duplicated\.$/m);
  t.true(
    repeated[0]![1]!.startsWith(`check --case ${id} --patience 20s --constituents 3 --assume required_fields=observed`),
  );
  const shown = await runHere(['trace', 'show', path.join(folder, `${id}.trace.gz`)]);
  t.is(shown.code, 0, shown.stderr);
  t.regex(shown.stdout, /POST \/api\/v1\/constituents {2}0 /);
});

test('check --intercept tests a client that uses the real host', async t => {
  const file = path.join(await newFolder(t), 'choir.mjs');
  writeFileSync(
    file,
    `const response = await fetch('https://api.example.com/api/v1/groups', {
  method: 'POST',
  headers: {authorization: 'Bearer its-real-key', 'content-type': 'application/json'},
  body: '{"name":"Choir"}',
  signal: AbortSignal.timeout(6000),
});
if (!response.ok) process.exit(1);
await response.json();
`,
  );
  const words = ['--intercept', 'api.example.com', '--patience', '20s', '--profile', 'empty', '--rerun'];
  const folder = await newFolder(t);
  const command = ['check', ...words, '--trace-dir', folder, '--', process.execPath, file];
  const {code, stderr} = await runHere(command, await withoutJdk(t));
  t.is(code, 6, stderr);
  t.regex(stderr, /^Check: If the command runs again, a second group Choir is created\.$/m);
  t.regex(stderr, /^11 trials: 3 duplicated, 8 reported\.$/m);
});

test('check rejects a command that fails without faults, with its output, and a missing one', async t => {
  const failing = [
    'check',
    '--profile',
    'empty',
    '--',
    process.execPath,
    '-e',
    'console.error("no cursor"); process.exit(3)',
  ];
  const {code, stderr} = await runHere(failing);
  t.is(code, 6);
  t.regex(stderr, /^no cursor\nWithout any fault the command ends with 3; it must succeed first/m);
  const missing = await runHere(['check', '--profile', 'empty', '--', 'no-such-command']);
  t.is(missing.code, 127);
  t.regex(missing.stderr, /^There is no command no-such-command$/m);
});
