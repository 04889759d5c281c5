import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli, startCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {freePort} from '../support/free-port.js';
import {databaseFor, postgresTest} from '../support/postgres.js';

const database = databaseFor('the command line');

const canary = 'canary-7351';

const withPassword = (data: string) => data.replace('postgres@', `postgres:${canary}@`);

test('errors about a database URL name the problem, and never print its password', async t => {
  const port = await freePort();
  const folder = await newFolder(t);
  const data = `postgres://me:${canary}@127.0.0.1:${port}/db?sandbox=team-a&sslpassword=${canary}`;
  const file = path.join(folder, 'options.json');
  await writeFile(file, JSON.stringify({data}));
  const redacted = `postgres://me@127.0.0.1:${port}/db?sandbox=team-a`;
  const runs: ReadonlyArray<[readonly string[], Readonly<Record<string, string>>, number, string]> = [
    [['start', '--data', data], {}, 3, `${redacted}: connect ECONNREFUSED`],
    [['start'], {CRM_SANDBOX_DATA: data}, 3, `${redacted}: connect ECONNREFUSED`],
    [['start', '--config', file], {}, 3, `${redacted}: connect ECONNREFUSED`],
    [['doctor'], {CRM_SANDBOX_DATA: data, CRM_SANDBOX_PORT: '0'}, 1, `${redacted}: connect ECONNREFUSED`],
    [['snapshot', 'save', 'x', '--file', 'x.json', '--data', data], {}, 2, '--data takes a file here'],
    [['start', '--data', data, '--recover'], {}, 2, '--recover goes with --data, which names the file'],
    [['start', '--data', data.replace(/sandbox=team-a&/, '')], {}, 2, 'must name the sandbox'],
    [['start', '--data', data.replace('team-a', 'a/b')], {}, 2, 'must name the sandbox'],
    [['start', '--data', `postgres://me:${canary}@:${port}:1/`], {}, 2, 'this is not the address of a database'],
  ];
  for (const [words, env, code, message] of runs) {
    const {stdout, stderr, ...end} = await runHere(words, env);
    const output = `${stdout}${stderr}`;
    t.is(end.code, code, `${words[0]}: ${output}`);
    t.true(output.includes(message), output);
    t.false(output.includes(canary), output);
  }
});

postgresTest('a sandbox keeps its data in a database, and never prints the password', async t => {
  const data = withPassword(database().dataOf('team-a'));
  const first = await startCli(t, ['--data', data, '--log-format', 'json'], 'small', {});
  const headers = {'content-type': 'application/json', authorization: 'Bearer sandbox-key'};
  const body = JSON.stringify({name: 'Roof', type: 'Fund'});
  const created = await fetch(`${first.url}/api/v1/funds`, {method: 'POST', headers, body});
  t.is(created.status, 200, await created.clone().text());
  const {id} = (await created.json()) as {id: number};
  const pages = await Promise.all(
    ['/health', '/ready', '/_sandbox', '/_sandbox/requests', '/_sandbox/trace'].map(async at =>
      (await first.get(at)).text(),
    ),
  );
  first.child.kill('SIGTERM');
  const {code, stdout, stderr} = await first.ended;
  t.is(code, 0, stderr);
  for (const output of [stdout, stderr, ...pages]) {
    t.false(output.includes(canary), output);
  }
  const again = await startCli(t, [], 'small', {CRM_SANDBOX_DATA: data});
  t.is((await again.get(`/api/v1/funds/${id}`)).status, 200);
});

postgresTest('start rejects a database of a newer format or with another seed', async t => {
  const data = database().dataOf('newer');
  const run = await startCli(t, ['--data', data]);
  run.child.kill('SIGTERM');
  await run.ended;
  const seeded = await runCli(t, ['start', '--port', '0', '--data', data, '--seed', '5']).ended;
  t.is(seeded.code, 2);
  t.regex(seeded.stderr, /the sandbox newer has the seed 1; start with that one/);
  await database().query('UPDATE sandbox_meta SET format = 99');
  const {code, stderr} = await runCli(t, ['start', '--port', '0', '--data', data]).ended;
  t.is(code, 2);
  t.regex(stderr, /was written by a newer crm-sandbox: its format is 99, and this one reads 1/);
});
