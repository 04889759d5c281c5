import {execFile} from 'node:child_process';
import {mkdirSync, readFileSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test, {type ExecutionContext} from 'ava';
import {withoutNpx} from './support/cli.js';
import {startHere} from './support/options-here.js';
import {blocksOf, root} from './support/pages.js';
import {plainEnvironment, projectWith} from './support/project.js';

const run = promisify(execFile);
const page = 'docs/test/states.md';
const blocks = blocksOf(page);

/** The block with this name, and the text of the next one. */
function block(name: string) {
  const index = blocks.findIndex(({run}) => run === name);
  return {text: blocks[index]!.text, shown: blocks[index + 1]?.text ?? ''};
}

/** Creates a user project with the sandbox, its command and AVA installed. */
async function project(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const manifest = {'package.json': JSON.stringify({type: 'module', scripts: {test: 'node test.js'}})};
  const folder = await projectWith(t, {...manifest, ...files});
  mkdirSync(path.join(folder, 'node_modules/.bin'));
  symlinkSync(path.join(root, 'node_modules/ava'), path.join(folder, 'node_modules/ava'));
  symlinkSync(path.join(root, 'bin/crm-sandbox.js'), path.join(folder, 'node_modules/.bin/crm-sandbox'));
  return folder;
}

const env = plainEnvironment;

test('the example for node:test passes', async t => {
  const cwd = await project(t, {'example.test.js': block('node').text});
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env});
  t.regex(stdout, /^# pass 2$/m);
  t.regex(stdout, /^# fail 0$/m);
});

test('the example without a port prints the output of the page', async t => {
  const {text, shown} = block('fetch');
  const cwd = await project(t, {'example.js': text});
  const {stdout} = await run(process.execPath, ['example.js'], {cwd, env});
  t.is(stdout.trim(), shown.trim());
});

/** Writes the marks of all requests to a file before the sandbox closes. */
const withMarks = (text: string, account = 'sandbox') =>
  text.replace(
    'sandbox.close()',
    `${account}.requests().then(async all => {
  const marks = all.map(({mark, unassigned}) => mark ?? unassigned?.marks.toSorted() ?? null);
  (await import('node:fs')).writeFileSync('marks.json', JSON.stringify(marks));
  await sandbox.close();
})`,
  );

const marksIn = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'marks.json'), 'utf8'));

test('node:test marks requests with suite and test, and those of concurrent tests are unassigned', async t => {
  const more = `
import {describe} from 'node:test';
const pause = () => new Promise(resolve => setTimeout(resolve, 200));
describe('suite', () => test('inner', () => call('funds')));
describe('at once', {concurrency: true}, () => {
  for (const name of ['one', 'two']) {
    test(name, async () => {
      await pause();
      await call('funds');
      await pause();
    });
  }
});`;
  const cwd = await project(t, {'example.test.js': withMarks(block('node').text) + more});
  await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env});
  const first = 'a constituent that is deleted takes its gifts along';
  const atOnce = ['at once > one', 'at once > two'];
  t.deepEqual(marksIn(cwd), [first, first, 'suite > inner', atOnce, atOnce]);
});

test('AVA marks the requests of each test in its account', async t => {
  const cwd = await project(t, {'test.js': withMarks(block('ava').text, "sandbox.account('test-2')")});
  const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');
  await run(process.execPath, [ava, '--tap', '--timeout=4m'], {cwd, env});
  t.deepEqual(marksIn(cwd), ['alone in its account, with the group two']);
});

test('the example with a snapshot runs', async t => {
  const cwd = await project(t, {'snapshot.js': block('snapshot').text});
  await t.notThrowsAsync(run(process.execPath, ['snapshot.js'], {cwd, env}));
});

test('the example for AVA passes', async t => {
  const cwd = await project(t, {'test.js': block('ava').text});
  const {stdout} = await run(
    process.execPath,
    [path.join(root, 'node_modules/ava/entrypoints/cli.mjs'), '--tap', '--timeout=4m'],
    {
      cwd,
      env,
    },
  );
  t.regex(stdout, /^# pass 3$/m);
});

test('the example for workers runs with exec, and with the command of the CI job', async t => {
  const cwd = await project(t, {'test.js': `${block('worker').text}\nconsole.log('worker', worker, reset.status);`});
  const jobs = blocksOf('docs/recipes/ci.md').filter(({language}) => language === 'yaml');
  const commands = jobs.flatMap(({text}) => text.match(/npx crm-sandbox exec .*npm test$/m) ?? []);
  t.is(commands.length, 1);
  const readmeCommand = blocksOf('README.md').find(({run}) => run === 'exec')!.text;
  for (const line of new Set([...commands.map(withoutNpx), readmeCommand])) {
    const {stdout} = await run('sh', ['-c', line], {cwd, env: {...env, VITEST_POOL_ID: '7'}});
    t.regex(stdout, /^worker 7 200$/m, line);
  }
});

test('exec and the script print the output of the page', async t => {
  const cwd = await project(t, {});
  const exec = block('exec');
  t.is((await run('sh', ['-c', withoutNpx(exec.text)], {cwd, env})).stdout.trim(), exec.shown);
  const {url} = await startHere(t);
  const script = block('script');
  const {stdout} = await run('sh', ['-ec', script.text.replaceAll('http://127.0.0.1:4080', url)], {env});
  t.is(stdout.trim(), script.shown);
});

test('the commands of the page save a snapshot to a file and load it', async t => {
  const {url} = await startHere(t);
  const cwd = await project(t, {});
  const {stdout} = await run('sh', ['-ec', withoutNpx(block('files').text)], {
    cwd,
    env: {...env, CRM_SANDBOX_URL: url},
  });
  t.regex(stdout, /snapshot ready is saved: 50 constituents.* written to ready\.json\n.*50 constituents/);
  t.regex(readFileSync(path.join(cwd, 'ready.json'), 'utf8'), /^\{\n {2}"format": "crm-sandbox snapshot"/);
});

test('the seed file of the page is rejected with the error it shows, and loads once corrected', async t => {
  const {text, shown} = block('seedfile');
  const {url} = await startHere(t);
  const cwd = await project(t, {
    'records.json': text,
    'right.json': text.replace('frist', 'first').replace('adress', 'address'),
  });
  const seed = (file: string) =>
    run(process.execPath, [path.join(root, 'bin/crm-sandbox.js'), 'seed', file, '--url', url], {cwd, env});
  const {stderr} = (await t.throwsAsync(seed('records.json'))) as Error & {stderr: string};
  t.is(stderr.trim(), shown.trim());
  t.regex((await seed('right.json')).stdout, /has the records of right\.json: 51 constituents/);
  const {$schema} = JSON.parse(text);
  const exported = fileURLToPath(import.meta.resolve('crm-sandbox/docs/seed.schema.json'));
  t.is(readFileSync(path.join(cwd, $schema), 'utf8'), readFileSync(exported, 'utf8'));
  t.like(JSON.parse(readFileSync(exported, 'utf8')), {title: 'Records for a crm-sandbox'});
});
