import {readFileSync} from 'node:fs';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {Ajv} from 'ajv';
import test from 'ava';
import {configSchema} from '../../src/cli/options/config-schema.js';
import {fileTable} from '../../src/cli/options/start-options.js';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {generatingTest} from '../support/generating-test.js';
import {optionsOf} from '../support/options-here.js';

const name = 'crm-sandbox.config.json';

const schemaPath = './node_modules/crm-sandbox/docs/config.schema.json';

test('init writes the given options, and replaces an existing file only with --force', async t => {
  const folder = await newFolder(t);
  const init = (...words: string[]) => runCli(t, ['init', ...words], {}, folder).ended;
  const content = () => readFile(path.join(folder, name), 'utf8');
  const {code, stdout, stderr} = await init();
  t.is(code, 0);
  t.is(stderr, '');
  t.regex(stdout, /^crm-sandbox\.config\.json is written\.\n/);
  t.regex(stdout, /npm install --save-dev crm-sandbox\n/, 'the schema is not installed yet');
  t.regex(stdout, /\nNext: crm-sandbox start\n$/);
  t.deepEqual(JSON.parse(await content()), {$schema: schemaPath});
  t.deepEqual(optionsOf({folder}), optionsOf({}));

  const again = await init('--profile', 'small');
  t.is(again.code, 1);
  t.is(again.stderr, `There is a ${name} here already; --force replaces it\n`);
  t.deepEqual(JSON.parse(await content()), {$schema: schemaPath});

  const words = '--profile small --findings strict --port 4090 --no-ui --key one --key two --budget 5m'.split(' ');
  t.deepEqual(JSON.parse((await init('--force', '--json', ...words)).stdout), {file: name});
  const settings = {port: 4090, key: ['one', 'two'], ui: false, profile: 'small', findings: 'strict', budget: '5m'};
  t.deepEqual(JSON.parse(await content()), {$schema: schemaPath, ...settings});
  t.like(optionsOf({folder}), {port: 4090, keys: ['one', 'two'], ui: false, profile: 'small'});
});

test('init refers to the schema of a package that is installed in a parent folder', async t => {
  const folder = await newFolder(t);
  const inside = path.join(folder, 'packages', 'sync');
  const docs = path.join(folder, 'node_modules', 'crm-sandbox', 'docs');
  await Promise.all([mkdir(inside, {recursive: true}), mkdir(docs, {recursive: true})]);
  await writeFile(path.join(docs, 'config.schema.json'), '{}');
  const {stdout} = await runCli(t, ['init'], {}, inside).ended;
  t.false(stdout.includes('npm install'));
  const {$schema} = JSON.parse(await readFile(path.join(inside, name), 'utf8'));
  t.is($schema, '../../node_modules/crm-sandbox/docs/config.schema.json');
});

test('init rejects invalid options and options that a file cannot contain, and writes nothing', async t => {
  const folder = await newFolder(t);
  for (const [words, message] of [
    [['--port', 'abc'], '--port must be an integer from 0 to 65535, got "abc"\n'],
    [['--profile', 'huge'], '--profile must be one of empty, small, default, large, got "huge"\n'],
    [['--profile', 'small', '--constituents', '5'], '--profile and --constituents are mutually exclusive'],
    [['--recover'], '--recover goes with --data'],
    [['--detach'], 'Unknown option --detach'],
  ] as const) {
    const {code, stderr} = await runCli(t, ['init', ...words], {}, folder).ended;
    t.is(code, 2);
    t.true(stderr.startsWith(message), stderr);
  }
  t.deepEqual(await readdir(folder), []);
});

test('a config file written by an earlier init, with comments and null values, can be read', async t => {
  const folder = await newFolder(t);
  const file = {
    '//': 'Options.',
    '// port': 'The port',
    port: 4080,
    host: '127.0.0.1',
    key: [],
    profile: null,
    seed: 1,
  };
  await writeFile(path.join(folder, name), JSON.stringify(file));
  t.deepEqual(optionsOf({folder}), {...optionsOf({}), host: '127.0.0.1', port: 4080, seed: 1});
});

generatingTest('the schema accepts valid config files, and rejects misspelled keys and invalid values', t => {
  const isValid = new Ajv({allErrors: true, strict: true, allowUnionTypes: true}).compile(configSchema());
  for (const settings of [
    {},
    {$schema: schemaPath, '// port': 'why', port: 0, profile: null, key: 'a,b', 'allow-host': ['a', 'b']},
    {
      findings: 'strict',
      assume: {keyword_delete: 'permanent'},
      fault: ['createGift:lost', {operation: '*', fault: {}}],
    },
    {findings: {preset: 'off', 'put-used': 'warn'}, report: ['text', 'html=a.html'], trace: 'on', jobs: 4, quiet: true},
  ]) {
    t.true(isValid(settings), JSON.stringify(isValid.errors));
  }
  for (const settings of [
    {prot: 1},
    {port: '4080'},
    {port: 65_536},
    {profile: 'huge'},
    {strict: 'yes'},
    {detach: true},
    {assume: {keyword_delete: 'gone'}},
    {findings: {'put-usd': 'off'}},
    {key: [5]},
  ]) {
    t.false(isValid(settings), JSON.stringify(settings));
  }
});

test('the exported schema is up to date and describes every option', t => {
  const {properties} = configSchema() as {properties: Record<string, {description: string}>};
  t.deepEqual(Object.keys(properties), ['$schema', ...Object.keys(fileTable)]);
  t.regex(properties['port']!.description, /^Port to listen on.*\[default: 4080\]$/);
  const exported = fileURLToPath(import.meta.resolve('crm-sandbox/docs/config.schema.json'));
  t.deepEqual(JSON.parse(readFileSync(exported, 'utf8')), JSON.parse(JSON.stringify(configSchema())));
});

test('flags override the environment, which overrides the file', async t => {
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
  t.is(withProfile.constituents, undefined, 'a profile must override a count of lower precedence');
  const words = ['--seed', '8', '--constituents', '4'];
  t.like(optionsOf({folder, env, words}), {seed: 8, constituents: 4, keys: ['one']});
  t.is(optionsOf({folder, env, words}).profile, undefined);
});

test('a list is an array in the file, comma-separated in the environment, or a repeated flag', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, name), '{"trust-proxy": ["loopback", "10.0.0.0/8"]}');
  const env = {CRM_SANDBOX_TRUST_PROXY: 'all,::1'};
  t.deepEqual(optionsOf({folder}).trustProxy, ['loopback', '10.0.0.0/8']);
  t.deepEqual(optionsOf({folder, env}).trustProxy, ['all', '::1']);
  const words = ['--trust-proxy', '192.0.2.1', '--trust-proxy', '192.0.2.2'];
  t.deepEqual(optionsOf({folder, env, words}).trustProxy, ['192.0.2.1', '192.0.2.2']);
});

test('start reads the config file of the folder, or the one given by --config', async t => {
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

test('paths in a config file are relative to its folder', async t => {
  const folder = await newFolder(t);
  await writeFile(path.join(folder, 'c.json'), '{"profile": "small", "export-on-exit": "after.json"}');
  const words = ['exec', '--config', path.join(folder, 'c.json'), '--', process.execPath, '--eval', '0'];
  t.is((await runHere(words)).code, 0);
  const written = JSON.parse(await readFile(path.join(folder, 'after.json'), 'utf8'));
  t.is(written.seed, 1);
  t.is(written.records.constituents.length, 50);
});

test('a data file is relative to the folder of the config file, and a database URL is unchanged', async t => {
  const folder = await newFolder(t);
  const file = path.join(folder, 'c.json');
  const address = 'postgres://user@host/db?sandbox=team-a';
  for (const [data, expected] of [
    ['keep.json', path.join(folder, 'keep.json')],
    [address, address],
  ]) {
    await writeFile(file, JSON.stringify({data}));
    t.is(optionsOf({words: ['--config', file]}).data, expected);
  }
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
    t.true(stderr.endsWith('\nHelp: crm-sandbox start --help\n'), 'the last line must point to the help');
  },
  title: (_, text, __, words = []) => `start rejects a config file with ${text} ${words.join(' ')}`,
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
