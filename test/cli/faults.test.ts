import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {inFolder} from '../bench/folder.js';
import {runCli, startCli} from '../support/cli.js';
import {runHere, shareSandbox} from '../support/cli-here.js';
import {exchangeRaw} from '../support/raw-exchange.js';

const sandbox = shareSandbox(test);
const here = (...words: string[]) => sandbox.run(['faults', ...words]);

test.serial('faults adds rules, lists them with the requests that they hit, and removes them', async t => {
  t.is((await here('list')).stdout, 'There are none. Add one: crm-sandbox faults add "createGift#1:lost"\n');
  const added = await here('add', 'createGroup#1:lost');
  t.regex(
    added.stdout,
    /^fault-1 {2}default {2}createGroup \{"reset":true\} after-commit, hit 0 of 0, until \d{4}-.*\n$/,
  );
  await t.throwsAsync(sandbox.call('sandbox-key', 'POST', '/api/v1/groups', {name: 'Choir'}));
  t.regex((await here('list')).stdout, /hit 1 of 1: requests \d+, until/);
  await here('add', '--scenario', 'deploy-502,slow-tail');
  const {rules} = JSON.parse((await here('list', '--json')).stdout);
  t.deepEqual(
    rules.map(({id}: {id: string}) => id),
    ['fault-1', 'deploy-502', 'slow-tail'],
  );
  t.regex((await here('clear', 'deploy-502')).stdout, /^fault-1 .*\nslow-tail .*\n$/);
  t.is((await here('clear', 'deploy-502')).code, 1);
  t.is((await here('clear')).stdout, 'the faults are removed\n');
});

test.serial('reset removes faults unless --keep faults is given', async t => {
  await here('add', '*:503');
  t.is((await sandbox.run(['reset', '--keep', 'faults'])).code, 0);
  t.regex((await here('list')).stdout, /^fault-1 /);
  t.is((await sandbox.run(['reset', '--keep', 'fault'])).code, 2);
  await sandbox.run(['reset']);
  t.regex((await here('list')).stdout, /^There are none/);
});

test('an invalid fault rule is rejected with a caret at the error, before any request is sent', async t => {
  const added = await runHere(['faults', 'add', 'createGift#x:lost', '--url', 'http://127.0.0.1:1']);
  t.is(added.code, 2);
  t.true(
    added.stderr.startsWith(
      '<rule> cannot be read:\n  createGift#x:lost\n             ^ nth must be an integer from 1 to 1000000\n',
    ),
    added.stderr,
  );
  const started = await runHere(['start', '--fault', '*:503', '--fault', '*:rest']);
  t.is(started.code, 2);
  t.regex(
    started.stderr,
    /^--fault \(or CRM_SANDBOX_FAULT\) cannot be read:\n {2}\*:rest\n {4}\^ there is no fault "rest"; did you mean reset\?\n/,
  );
  t.is((await runHere(['faults', 'add'])).code, 2);
  t.is((await runHere(['faults'])).code, 2);
});

test('an unknown operation in --fault is rejected, with the nearest name', async t => {
  const {code, stderr} = await runHere(['exec', '--fault', 'createGitf:503', '--', 'true']);
  t.is(code, 2);
  t.regex(stderr, /^faults\[0\]\.operation: there is no "createGitf"; did you mean createGift\?\n/);
});

test('--scenario accepts a name or a file, and rejects anything else', async t => {
  const {code, stderr} = await runHere(['start', '--scenario', 'lost-gfit']);
  t.is(code, 2);
  t.regex(
    stderr,
    /^--scenario \(or CRM_SANDBOX_SCENARIO\): there is no scenario and no file "lost-gfit"; did you mean lost-gift\?\n/,
  );
  await inFolder(async folder => {
    const file = path.join(folder, 'rules.json');
    writeFileSync(
      file,
      '{"rules": [{"id": "mine", "operation": "createGroup", "fault": {"status": 500}}, "*#9:hold"]}',
    );
    const script = 'curl -s -u $CRM_SANDBOX_KEY: "$CRM_SANDBOX_URL/_sandbox/faults"';
    const run = runCli(t, [
      'exec',
      '--profile',
      'empty',
      '--scenario',
      file,
      '--fault',
      '*%20:503',
      '--',
      'sh',
      '-c',
      script,
    ]);
    const {stdout, code: ended} = await run.ended;
    t.is(ended, 0);
    const {rules} = JSON.parse(stdout) as {rules: ReadonlyArray<{id: string; from: string}>};
    t.deepEqual(
      rules.map(({id, from}) => `${id} ${from}`),
      ['start-1 start', 'mine start', 'start-3 start'],
    );
    writeFileSync(file, '[]');
    t.regex((await runHere(['start', '--scenario', file])).stderr, /must hold a JSON object with rules/);
  });
});

test('the log names each injected fault, its moment, and whether the request was committed', async t => {
  const run = await startCli(t, ['--fault', 'createGroup#1:lost', '--fault', 'createGroup#2:503'], 'empty');
  const port = Number(new URL(run.url).port);
  await exchangeRaw(port, {body: {name: 'one'}});
  await run.waitFor(/ POST \/api\/v1\/groups no answer [\d.]+ ms - fault start-1: reset after-commit, committed\n/);
  await exchangeRaw(port, {body: {name: 'two'}});
  await run.waitFor(/ POST \/api\/v1\/groups 503 [\d.]+ ms - fault start-2: status before\n/);
  t.pass();
});
