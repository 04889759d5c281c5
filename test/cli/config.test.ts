import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {optionsOf} from '../support/options-here.js';

const name = 'crm-sandbox.config.json';

test('init writes a file that can be read as it is, and replaces none', async t => {
  const folder = await newFolder(t);
  const init = (...words: string[]) => runCli(t, ['init', ...words], {}, folder).ended;
  t.deepEqual(await init(), {
    code: 0,
    stdout: `${name} is written: edit it, then crm-sandbox start\n`,
    stderr: '',
  });
  const written = JSON.parse(await readFile(path.join(folder, name), 'utf8'));
  t.like(written, {port: 4080, '// port': 'Port to listen on; 0 takes a free one', key: [], profile: null});
  for (const option of Object.keys(written).filter(key => !key.startsWith('//'))) {
    t.is(typeof written[`// ${option}`], 'string', `${option} is explained`);
  }
  const usual = {
    host: '127.0.0.1',
    port: 4080,
    seed: 1,
    seedUntil: '2026-01-01',
    maxLimit: 500,
    findings: {preset: 'recommended', rules: {}},
    journalRequests: 1000,
    journalMebibytes: 8,
  };
  t.deepEqual(optionsOf({folder}), {...optionsOf({}), ...usual}, 'and it says what holds without it');

  await writeFile(path.join(folder, name), '{"seed": 5}');
  const again = await init();
  t.is(again.code, 1);
  t.is(again.stderr, `There is a ${name} here already; --force replaces it\n`);
  t.is(await readFile(path.join(folder, name), 'utf8'), '{"seed": 5}');
  t.deepEqual(JSON.parse((await init('--force', '--json')).stdout), {file: name});
});

test('a flag wins over the environment, and that over the file', async t => {
  const folder = await newFolder(t);
  const file = {
    '//': 'mine',
    seed: 5,
    'seed-until': 'now',
    constituents: 3,
    now: '2026-01-01',
    cors: null,
    key: ['one'],
    port: 70,
  };
  await writeFile(path.join(folder, name), JSON.stringify(file));
  const now = '2026-01-01T00:00:00.000Z';
  const read = optionsOf({folder});
  t.like(read, {seed: 5, seedUntil: 'now', constituents: 3, keys: ['one'], port: 70, cors: false});
  t.is(new Date(read.now!).toISOString(), now);
  const env = {CRM_SANDBOX_SEED: '6', CRM_SANDBOX_PROFILE: 'small'};
  const withProfile = optionsOf({folder, env});
  t.like(withProfile, {seed: 6, profile: 'small'});
  t.is(withProfile.constituents, undefined, 'a profile hides a number below it');
  const words = ['--seed', '8', '--constituents', '4'];
  t.like(optionsOf({folder, env, words}), {seed: 8, constituents: 4, keys: ['one']});
  t.is(optionsOf({folder, env, words}).profile, undefined);
});

test('a list can stand in the file, in the environment with commas, and be repeated as a flag', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, name), '{"trust-proxy": ["loopback", "10.0.0.0/8"]}');
  const env = {CRM_SANDBOX_TRUST_PROXY: 'all,::1'};
  t.deepEqual(optionsOf({folder}).trustProxy, ['loopback', '10.0.0.0/8']);
  t.deepEqual(optionsOf({folder, env}).trustProxy, ['all', '::1']);
  const words = ['--trust-proxy', '192.0.2.1', '--trust-proxy', '192.0.2.2'];
  t.deepEqual(optionsOf({folder, env, words}).trustProxy, ['192.0.2.1', '192.0.2.2']);
});

test('start reads it too, and another file where one is named', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, name), '{"port": 0, "profile": "small", "json": true, "seed": 5}');
  await writeFile(path.join(folder, 'other.json'), '{"port": 0, "profile": "small", "json": true, "seed": 6}');
  for (const [words, seed] of [[[], 5] as const, [['--config', 'other.json'], 6] as const]) {
    const run = runCli(t, ['start', ...words], {}, folder);
    await run.waitFor(/\n/);
    t.is(JSON.parse(run.output.stdout).seed, seed);
    run.child.kill('SIGTERM');
    t.is((await run.ended).code, 0);
  }
});

test('the files that it names are found from its own folder', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, 'c.json'), '{"profile": "small", "export-on-exit": "after.json"}');
  const words = ['exec', '--config', path.join(folder, 'c.json'), '--', process.execPath, '--eval', '0'];
  t.is((await runHere(words)).code, 0);
  const written = JSON.parse(await readFile(path.join(folder, 'after.json'), 'utf8'));
  t.is(written.seed, 1);
  t.is(written.records.constituents.length, 50);
});

const refused = test.macro<[string, string, (readonly string[])?]>({
  async exec(t, text, message, words = []) {
    const folder = await newFolder(t);
    await writeFile(path.join(folder, name), text);
    const file = path.join(folder, name);
    const named = words.includes('--config') ? [] : ['--config', file];
    const {code, stdout, stderr} = await runHere(['start', ...named, ...words]);
    t.is(code, 2);
    t.is(stdout, '');
    t.true(stderr.replaceAll(file, name).startsWith(message), stderr);
    t.true(stderr.endsWith('\nHelp: crm-sandbox start --help\n'), 'and where help is');
  },
  title: (_, text, __, words = []) => `refused: ${text} ${words.join(' ')}`,
});

test(refused, '{"prot": 1}', `${name}: "prot" is not an option; did you mean port?\n`);
test(refused, '{"nonsense": 1}', `${name}: "nonsense" is not an option; a file can hold port, host, `);
test(refused, '{"port": "x"}', `${name}: "port" must be an integer from 0 to 65535, got "x"`, ['--port', '0']);
test(refused, '{"cors": "perhaps"}', `${name}: "cors" must be true or false, got "perhaps"`);
test(refused, '{"key": [5]}', `${name}: "key" must be a key without spaces, got 5`);
test(refused, '{"key": ["sandbox-blocked-key"]}', `${name}: "key" must be a key other than sandbox-blocked-key`);
test(refused, '{"detach": true}', `${name}: "detach" is not an option`);
test(
  refused,
  '{"profile": "small", "constituents": 5}',
  `${name}: "profile" and ${name}: "constituents" are mutually exclusive`,
);
test(refused, '{"port": ', `${name} is not valid JSON: `);
test(refused, '[]', `${name} must hold a JSON object`);
test(refused, 'null', `${name} must hold a JSON object`);
test(refused, '{}', 'There is no file missing.json\n', ['--config', 'missing.json']);
