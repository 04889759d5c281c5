import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {mkdtemp, rm, stat} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core';
import {Spec, Validation} from '@cyclonedx/cyclonedx-library';
import test from 'ava';
import {publint} from 'publint';
import {publishedManifest, writePackage} from '../../tools/package.js';
import {consumerPackages, filesWithErrors, packedFor, projectWith, root, run} from './installed-package.js';

const tarball = packedFor(test);

const script = name => path.join(consumerPackages, name);

/** Starts a sandbox, writes, reads, resets, stops. */
const use = `
  const sandbox = await startSandbox({profile: 'small'});
  const headers = {authorization: 'Bearer ' + sandbox.key, 'content-type': 'application/json'};
  const groups = sandbox.url + '/api/v1/groups';
  const created = await (await fetch(groups, {method: 'POST', headers, body: '{"name": "Friends"}'})).json();
  const found = await fetch(groups + '/' + created.id, {headers});
  await sandbox.reset();
  const gone = await fetch(groups + '/' + created.id, {headers});
  const page = await fetch(sandbox.url + '/docs');
  await sandbox.close();
`;
const outcome = '[created.name, found.status, gone.status, page.status].join()';
const expected = 'Friends,200,404,200';

test('the package has no dependencies, is under two megabytes, and contains licences and an SBOM', async t => {
  t.true((await stat(tarball())).size < 2_000_000);
  const project = await projectWith(t, tarball());
  t.deepEqual(project.installed, ['crm-sandbox']);
  const python = readdirSync(path.join(project.folder, 'node_modules/crm-sandbox/python'), {recursive: true});
  t.deepEqual(python.sort(), ['callers', 'callers/crm_sandbox_callers.py', 'callers/sitecustomize.py']);
  const file = name => readFileSync(path.join(project.folder, 'node_modules/crm-sandbox', name), 'utf8');
  t.regex(file('LICENSE'), /^MIT License/);
  t.regex(file('dist/bundle/LICENSES.txt'), /^koa 3/m);
  t.truthy(file('CHANGELOG.md'));
  t.is(JSON.parse(file('docs/config.schema.json')).properties.port.anyOf[0].maximum, 65_535);
  const sbom = file('sbom.cdx.json');
  t.is(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom), null);
  t.not(
    await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate('{}'),
    null,
    'the validator must reject an invalid SBOM',
  );
  const names = JSON.parse(sbom).components.map(({name}) => name);
  t.true(
    ['koa', 'faker', 'zod', 'swagger-ui-dist'].every(name => names.includes(name)),
    names.join(),
  );
});

test('the published package.json has no repository-only fields, and the repository is private', async t => {
  const read = folder => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const project = await projectWith(t, tarball());
  const manifest = read(path.join(project.folder, 'node_modules/crm-sandbox'));
  const repositoryOnly = ['private', 'files', 'scripts', 'ava', 'devDependencies', 'overrides', 'allowScripts'];
  t.deepEqual([...Object.keys(manifest), ...repositoryOnly].sort(), Object.keys(read(root)).sort());
  const repository = {type: 'git', url: 'git+https://example.org/crm.git'};
  t.like(publishedManifest({...read(root), repository, homepage: 'https://example.org'}), {repository});
  const error = await t.throwsAsync(
    run(root, 'npm', [
      'publish',
      '--ignore-scripts',
      '--fetch-retries=0',
      '--registry=http://127.0.0.1:1/',
      '--//127.0.0.1:1/:_authToken=x',
    ]),
  );
  t.regex(error.message, /EPRIVATE/, 'npm must reject publishing the repository itself');
});

test('interrupted packing changes no file of the repository and leaves no partial package', async t => {
  const status = () => run(root, 'git', ['status', '--porcelain']);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-packing-'));
  t.teardown(() => rm(folder, {recursive: true, force: true}));
  const target = path.join(folder, 'package');
  const before = await status();
  const script = `import {writePackage} from ${JSON.stringify(path.join(root, 'tools/package.js'))};
setTimeout(() => process.kill(process.pid, 'SIGINT'), 50);
console.log('packing');
await writePackage(${JSON.stringify(root)}, ${JSON.stringify(target)});`;
  const error = await t.throwsAsync(run(root, process.execPath, ['--input-type=module', '-e', script]));
  t.regex(error.message, /\npacking\n/);
  t.false(existsSync(target));
  t.is(await status(), before);
  await writePackage(root, target);
  t.true(existsSync(path.join(target, 'package.json')), 'the next attempt must succeed');
});

test('the command of the installed package starts a sandbox', async t => {
  const project = await projectWith(t, tarball());
  t.regex(await project.run('npx', ['crm-sandbox', '--version']), /^\d+\.\d+\.\d+$/m);
  const script = 'fetch(process.env.CRM_SANDBOX_URL + "/health").then(({status}) => console.log("health", status))';
  t.regex(await project.run('npx', ['crm-sandbox', 'exec', '--', 'node', '-e', script]), /^health 200$/m);
});

test('the package can be imported', async t => {
  const project = await projectWith(t, tarball());
  await project.write('use.mjs', `import {startSandbox} from 'crm-sandbox';\n${use}\nconsole.log(${outcome});`);
  t.is(await project.run(process.execPath, ['use.mjs']), `${expected}\n`);
});

test('the package can be required', async t => {
  const project = await projectWith(t, tarball());
  const code = `const {startSandbox} = require('crm-sandbox');\n(async () => {${use}\nconsole.log(${outcome});})();`;
  await project.write('use.cjs', code);
  t.is(await project.run(process.execPath, ['use.cjs']), `${expected}\n`);
});

const typed = `
import {startSandbox, type Gift, type RunningSandbox, type StartOptions} from 'crm-sandbox';
export const options: StartOptions = {profile: 'small', assume: {keyword_delete: 'permanent'}};
export async function use(): Promise<Gift['id'] | undefined> {
  const sandbox: RunningSandbox = await startSandbox({...options, onExchange: ({operation}) => void operation?.id});
  const {clock} = await sandbox.status();
  const mode: 'frozen' | 'running' = clock.mode;
  // @ts-expect-error unknown option
  await startSandbox({prot: 1});
  // @ts-expect-error unknown profile
  await startSandbox({profile: 'huge'});
  await sandbox.close();
  return mode.length;
}
`;
const disposed = `
import {startSandbox} from 'crm-sandbox';
export async function use(): Promise<string> {
  await using sandbox = await startSandbox();
  return sandbox.url;
}
`;

for (const [module, moduleResolution] of [
  ['nodenext', 'nodenext'],
  ['node16', 'node16'],
  ['esnext', 'bundler'],
]) {
  test(`the types compile in strict mode with es2023 and without Node types: ${moduleResolution}`, async t => {
    const project = await projectWith(t, tarball());
    const strict = {noEmit: true, strict: true, target: 'es2022', types: [], module, moduleResolution};
    const compile = async (files, lib) => {
      await project.write('tsconfig.json', JSON.stringify({compilerOptions: {...strict, lib}, files}));
      return project.run(process.execPath, [script('typescript/bin/tsc'), '-p', '.']);
    };
    await project.write('typed.ts', typed);
    await project.write('required.cts', typed);
    await project.write('disposed.ts', disposed);
    t.is(await compile(['typed.ts', 'required.cts'], ['es2023']), '');
    await project.write('wrong.ts', typed.replaceAll(/\/\/ @ts-expect-error.*/g, ''));
    const {message} = await t.throwsAsync(compile(['disposed.ts', 'wrong.ts'], ['es2023', 'esnext.disposable']));
    t.regex(message, /prot/, 'the types must be checked');
    t.deepEqual(filesWithErrors(message), ['wrong.ts']);
  });
}

/** The same steps as a test for a runner with global or imported `test` and `expect`. */
const asTest = (head, assert) =>
  `${head}\ntest('a sandbox stores records', async () => {${use}\n${assert(outcome, expected)};\n}, 60000);`;
const expecting = (actual, wanted) => `expect(${actual}).toBe('${wanted}')`;

test('a Jest test can require the package', async t => {
  const project = await projectWith(t, tarball());
  await project.write('package.json', '{"private": true}');
  await project.write('a.test.js', asTest("const {startSandbox} = require('crm-sandbox');", expecting));
  t.regex(await project.run(process.execPath, [script('jest/bin/jest.js'), '--ci']), /Tests: +1 passed, 1 total/);
});

test('a Vitest test can import the package', async t => {
  const project = await projectWith(t, tarball(), ['vitest']);
  const head = "import {expect, test} from 'vitest';\nimport {startSandbox} from 'crm-sandbox';";
  await project.write('a.test.js', asTest(head, expecting));
  const output = await project.run(process.execPath, [script('vitest/vitest.mjs'), 'run'], {NO_COLOR: '1'});
  t.regex(output, /Tests +1 passed \(1\)/);
});

test('node:test files can use the package in separate processes', async t => {
  const project = await projectWith(t, tarball());
  const head = `import assert from 'node:assert/strict';\nimport {test as run} from 'node:test';
import {startSandbox} from 'crm-sandbox';\nconst test = (name, body) => run(name, body);`;
  const code = asTest(head, (actual, wanted) => `assert.equal(${actual}, '${wanted}')`);
  await project.write('a.test.mjs', code);
  await project.write('b.test.mjs', code);
  const output = await project.run(process.execPath, ['--test', 'a.test.mjs', 'b.test.mjs']);
  t.regex(output, /(?:#|ℹ) pass 2/);
});

test('publint reports no problems', async t => {
  const {folder} = await projectWith(t, tarball());
  const {messages} = await publint({pkgDir: path.join(folder, 'node_modules/crm-sandbox'), strict: true});
  t.deepEqual(messages, []);
});

test('the types have no problems in any module resolution', async t => {
  const {types, problems} = await checkPackage(createPackageFromTarballData(readFileSync(tarball())));
  t.truthy(types);
  t.deepEqual(problems, []);
});
