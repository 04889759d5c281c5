import {existsSync} from 'node:fs';
import {mkdir, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, startCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';

test('start and commands with --data see each other’s changes to a data file', async t => {
  const folder = await newFolder(t);
  const data = path.join(folder, 'data.json');
  const run = (...words: string[]) => runHere([...words, '--data', data]);

  const first = await startCli(t, ['--data', data]);
  const locked = await run('status');
  t.is(locked.code, 3);
  t.regex(locked.stderr, new RegExp(`^The data file ${data} is in use by process ${first.child.pid} on [^\n]+\n$`));
  t.is((await runHere(['start', '--port', '0', '--data', data])).code, 3);
  first.child.kill('SIGTERM');
  t.is((await first.ended).code, 0);

  const status = await run('status');
  t.regex(status.stdout, /^constituents +50$/m);
  t.true(status.stdout.startsWith('crm-sandbox '));
  t.true(status.stdout.split('\n')[0]!.endsWith(` at ${data}`));
  const saved = await run('snapshot', 'save', 'before', '--file', path.join(folder, 'before.json'));
  t.is(saved.code, 0);
  t.regex((await run('seed', '--constituents', '7')).stdout, /^account default has new data: 7 constituents, /);

  const second = await startCli(t, ['--data', data]);
  t.like(await (await second.get('/health')).json(), {counts: {constituents: 7}});
  second.child.kill('SIGTERM');
  await second.ended;
  const restored = await run('snapshot', 'restore', '--file', path.join(folder, 'before.json'), '--json');
  t.like(JSON.parse(restored.stdout), {counts: {constituents: 50}});
});

test('reset --data restores the baseline that start would generate', async t => {
  const file = path.join(await newFolder(t), 'data.json');
  const env = {CRM_SANDBOX_PROFILE: 'small', CRM_SANDBOX_NOW: '2026-01-01', CRM_SANDBOX_DATA: file};
  const run = (...words: string[]) => runHere(words, env);
  t.is((await run('exec', '--', 'true')).code, 0);
  const data = ['--data', file];
  t.is((await run('reset', '--empty', ...data)).code, 0);
  t.is((await run('snapshot', 'diff', '--exit-code', ...data)).code, 1);
  t.regex((await run('reset', ...data)).stdout, /^account default is back at its baseline: 50 constituents/);
  t.is((await run('snapshot', 'diff', '--exit-code', ...data)).code, 0);
});

test('commands reject a missing data file and do not create it', async t => {
  const data = path.join(await newFolder(t), 'none.json');
  const {code, stderr} = await runHere(['reset', '--data', data]);
  t.is(code, 1);
  t.is(stderr, `There is no data file ${data}. Make it: crm-sandbox start --data ${data}\n`);
  t.false(existsSync(data));
  const kept = await runHere(['snapshot', 'save', 'a', '--data', data]);
  t.is(kept.code, 2);
  t.regex(kept.stderr, /^A snapshot of a data file has to go to a file/);
});

test('start --from loads a snapshot file, and --export-on-exit writes an identical one', async t => {
  const folder = await newFolder(t);
  const file = (name: string) => path.join(folder, name);
  const first = await startCli(t, ['--export-on-exit', file('a.json'), '--now', '2026-01-01T00:00:00Z']);
  first.child.kill('SIGTERM');
  t.is((await first.ended).code, 0);
  const second = await startCli(t, ['--from', file('a.json'), '--export-on-exit', file('b.json')]);
  second.child.kill('SIGTERM');
  t.is((await second.ended).code, 0);
  t.is(await readFile(file('b.json'), 'utf8'), await readFile(file('a.json'), 'utf8'));
});

test('start exits with 1 and a one-line error if a file cannot be used', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'x.json');
  await writeFile(file, '{}');
  const broken = await runHere(['start', '--port', '0', '--from', file]);
  t.is(broken.code, 1);
  t.regex(broken.stderr, new RegExp(`^${file}: This is not a snapshot[^\n]+\n$`));
  const missing = await runHere(['start', '--port', '0', '--from', path.join(folder, 'y.json')]);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /y\.json cannot be used: no such file or folder \(ENOENT\)\n$/);
  const nowhere = await runHere(['start', '--port', '0', '--data', path.join(file, 'data.json')]);
  t.is(nowhere.code, 1);
  t.regex(nowhere.stderr, /cannot be used: a part of its path is not a folder \(ENOTDIR\)\n$/);
});

test('start exits with 1 and a one-line error if the export fails on exit', async t => {
  const folder = path.join(await newFolder(t), 'gone');
  await mkdir(folder);
  const run = await startCli(t, ['--quiet', '--export-on-exit', path.join(folder, 'a.json')]);
  await rm(folder, {recursive: true});
  run.child.kill('SIGTERM');
  const {code, stderr} = await run.ended;
  t.is(code, 1);
  t.regex(stderr, /^[^\n]+gone(?:\/a\.json)? cannot be used: there is no folder \S+gone \(ENOENT\)\n$/);
});

test('--export-on-exit checks its path at startup, and overwrites an existing file only on exit', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, 'x.json'), 'as it was');
  for (const [name, why] of [
    ['no/a.json', `there is no folder ${path.join(folder, 'no')} (ENOENT)`],
    ['x.json/a.json', 'a part of its path is not a folder (ENOTDIR)'],
    ['.', `it is a folder; name a file in it, such as ${path.join(folder, 'data.json')} (EISDIR)`],
  ] as const) {
    const {code, stdout, stderr} = await runHere(['start', '--port', '0', '--export-on-exit', path.join(folder, name)]);
    t.is(code, 1, name);
    t.is(stdout, '');
    t.true(stderr.endsWith(`cannot be used: ${why}\n`), stderr);
  }
  const run = await startCli(t, ['--export-on-exit', path.join(folder, 'x.json')]);
  t.is(await readFile(path.join(folder, 'x.json'), 'utf8'), 'as it was', 'the file must not change before exit');
  t.deepEqual(await readdir(folder), ['x.json']);
  run.child.kill('SIGHUP');
  t.is((await run.ended).code, 0);
  t.is(
    JSON.parse(await readFile(path.join(folder, 'x.json'), 'utf8')).seed,
    1,
    'SIGHUP, which a closed terminal sends, must write the file too',
  );
});

test('the error for a folder, or a file in a missing folder, names the option', async t => {
  const folder = await newFolder(t);
  for (const option of ['--data', '--from']) {
    const {code, stderr} = await runHere(['start', '--port', '0', option, folder]);
    t.is(code, 1);
    t.is(
      stderr,
      `${option} ${folder} cannot be used: it is a folder; name a file in it, such as ${path.join(folder, 'data.json')} (EISDIR)\n`,
    );
  }
  const file = path.join(folder, 'no', 'f');
  const {code, stderr} = await runHere(['start', '--port', '0', '--data', file]);
  t.is(code, 1);
  t.is(stderr, `--data ${file} cannot be used: there is no folder ${path.join(folder, 'no')} (ENOENT)\n`);
});

test('--from and --profile are mutually exclusive', async t => {
  const {code, stderr} = await runHere(['start', '--from', 'a.json', '--profile', 'small']);
  t.is(code, 2);
  t.regex(stderr, /are mutually exclusive: give one of them/);
});
