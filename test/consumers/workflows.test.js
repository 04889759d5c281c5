import {execFile} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {validateAction, validateWorkflow} from '@action-validator/core';
import test from 'ava';
import {parse} from 'yaml';
import {newFolder, withoutJdk} from '../../dist/test/support/cli.js';
import {packedFor, plainEnvironment, root} from './installed-package.js';

const tarball = packedFor(test);
const read = file => readFile(path.join(root, file), 'utf8');
const workflows = readdirSync(path.join(root, '.github/workflows'));

test('the action and the workflows are valid, and a mistake in them is found', async t => {
  const action = await read('action.yml');
  t.deepEqual(validateAction(action).errors, []);
  t.not(validateAction(action.replace('using: composite', 'using: compost')).errors.length, 0);
  t.deepEqual(workflows.sort(), ['ci.yml', 'release.yml']);
  for (const file of workflows) {
    const text = await read(`.github/workflows/${file}`);
    t.deepEqual(validateWorkflow(text).errors, [], file);
    t.not(validateWorkflow(text.replace('runs-on:', 'run-on:')).errors.length, 0, file);
  }
});

test('CI runs on three systems and all Node versions; releases publish package, image and wheel', async t => {
  const {jobs: ci} = parse(await read('.github/workflows/ci.yml'));
  t.deepEqual(ci.test.strategy.matrix, {
    os: ['ubuntu-latest', 'macos-latest', 'windows-latest'],
    node: [20, 22, 24, 26],
  });
  const {jobs} = parse(await read('.github/workflows/release.yml'));
  const {verify, ...makers} = jobs;
  t.deepEqual(Object.keys(makers), ['npm', 'image', 'wheel']);
  t.true(verify.steps.some(({run}) => run?.includes('.ci/run')));
  for (const [name, job] of Object.entries(makers)) {
    t.is(job.needs, 'verify', name);
    t.is(job.permissions['id-token'], 'write', `${name}: provenance needs an id-token`);
  }
  t.true(jobs.npm.steps.some(({run}) => run === 'npm publish ./dist/package --provenance --access public'));
  t.like(
    jobs.image.steps.map(step => step.with).find(values => values?.platforms),
    {platforms: 'linux/amd64,linux/arm64', sbom: true, provenance: 'mode=max'},
  );
});

test('the workflows run existing scripts', async t => {
  const {scripts} = JSON.parse(await read('package.json'));
  const texts = await Promise.all(workflows.map(file => read(`.github/workflows/${file}`)));
  const named = Array.from(texts.join('\n').matchAll(/npm run ([\w:]+)/g), ([, name]) => name);
  t.true(named.length > 1);
  t.deepEqual(
    named.filter(name => scripts[name] === undefined),
    [],
  );
});

/** Replaces expressions such as `${{ inputs.mode }}` with their values. */
const fill = (text, values) =>
  text.replaceAll(/\$\{\{ *([\w.-]+) *\}\}/g, (whole, name) => values[name] ?? `no value of ${whole}`);

/** Runs the steps of the action like the runner: each in bash, with its variables. */
async function runAction(t, cwd, settings) {
  const {inputs, outputs, runs} = parse(await read('action.yml'));
  const defaults = Object.entries(inputs).map(([name, input]) => [`inputs.${name}`, input.default]);
  const overrides = Object.entries(settings).map(([name, value]) => [`inputs.${name}`, value]);
  const temporary = await newFolder(t);
  const values = {'runner.temp': temporary, ...Object.fromEntries([...defaults, ...overrides])};
  const [output, summary] = ['output', 'summary'].map(name => path.join(temporary, name));
  await Promise.all([output, summary].map(file => writeFile(file, '')));
  let ended = {code: 0, text: ''};
  for (const {run, env} of runs.steps.filter(step => step.run !== undefined && ended.code === 0)) {
    const variables = Object.entries(env).map(([name, value]) => [name, fill(value, values)]);
    const workflow = {GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary};
    const environment = {...plainEnvironment, ...(await withoutJdk(t)), ...Object.fromEntries(variables), ...workflow};
    ended = await new Promise(resolve => {
      const child = execFile('bash', ['-eo', 'pipefail', '-c', run], {cwd, env: environment}, (_, stdout, stderr) =>
        resolve({code: child.exitCode, text: stdout + stderr}),
      );
    });
  }
  for (const line of (await readFile(output, 'utf8')).trim().split('\n')) {
    const [name, value] = line.split('=');
    values[`steps.run.outputs.${name}`] = value;
  }
  return {...ended, sarif: fill(outputs.sarif.value, values), summary: await readFile(summary, 'utf8')};
}

const client = query => `
  const headers = {authorization: 'Bearer any-key'};
  const response = await fetch('https://api.example.com/api/v1/constituents/search?${query}', {headers});
  console.log(process.argv[2], response.status);
`;

test('the action runs a command, writes a summary and a SARIF file, and fails on findings', async t => {
  const cwd = await newFolder(t);
  await writeFile(path.join(cwd, 'wrong.mjs'), client('email=a@example.com'));
  const version = `file:${tarball()}`;
  const options = '--intercept api.example.com --profile small';
  const run = 'node wrong.mjs "two words"';
  const {code, text, sarif, summary} = await runAction(t, cwd, {run, options, version});
  t.is(code, 4, text);
  t.regex(text, /^two words 200$/m);
  t.regex(text, /^::error file=wrong.mjs,line=3/m);
  t.regex(summary, /query-parameter-ignored/);
  const [{results}] = JSON.parse(await readFile(sarif, 'utf8')).runs;
  t.deepEqual(
    results.map(({ruleId}) => ruleId),
    ['query-parameter-ignored', 'search-item-read-as-detail'],
  );
  t.like(await runAction(t, cwd, {run, options, version, 'fail-on': 'never'}), {code: 0});
  t.like(await runAction(t, cwd, {run: 'exit 9', version}), {code: 9});
});

test('the action runs a check, and rejects an unknown mode', async t => {
  const cwd = await newFolder(t);
  const version = `file:${tarball()}`;
  const run = 'curl -sS --fail -u "$CRM_SANDBOX_KEY:" "$CRM_SANDBOX_URL/api/v1/groups?limit=1"';
  const {code, text} = await runAction(t, cwd, {run, mode: 'check', options: '--profile small', version});
  t.is(code, 6);
  t.regex(text, /The command changes nothing, so that a fault can do no harm/);
  const refused = await runAction(t, cwd, {run, mode: 'stop', version});
  t.is(refused.code, 2);
  t.regex(refused.text, /^::error::mode is exec or check, got stop$/m);
});
