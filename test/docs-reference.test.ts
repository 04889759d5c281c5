import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {promisify} from 'node:util';
import test from 'ava';
import {adminOperation} from '../src/admin/admin-operation.js';
import {adminOperations} from '../src/admin/index.js';
import {exitCodes} from '../src/cli/command-error.js';
import {startSandbox} from '../src/index.js';
import {body, oneOf} from '../src/schema/fields.js';
import {adminDocs} from './support/admin-docs.js';
import {meaningOf, parametersOf, withAdminOperations} from './support/admin-page.js';
import {withExitCodes} from './support/exit-codes-page.js';
import {exportedNames, withLibrary} from './support/library-page.js';
import {blocksOf, root} from './support/pages.js';
import {projectWith} from './support/project.js';

const run = promisify(execFile);

/** Pages with generated sections that no other test compares, with the functions that write them. */
const generated: Readonly<Record<string, (page: string) => string>> = {
  'docs/reference/admin-api.md': withAdminOperations,
  'docs/reference/exit-codes.md': withExitCodes,
  'docs/reference/library.md': withLibrary,
};

for (const [name, update] of Object.entries(generated)) {
  test(`the generated sections are up to date: ${name}`, t => {
    const page = readFileSync(`${root}${name}`, 'utf8');
    t.is(page, update(page), 'run npm run docs');
    const stale = page.replace(/^\| `.*$/m, '');
    t.is(update(stale), page, 'a missing row must be restored');
    t.throws(() => update(''), {message: /^the page has no section <!-- /});
  });
}

test('the admin API page has every operation, and every parameter has a description', t => {
  const page = readFileSync(`${root}docs/reference/admin-api.md`, 'utf8');
  t.deepEqual(
    Array.from(page.matchAll(/^### (.*)$/gm), ([, title]) => title),
    adminOperations.map(({method, path}) => `${method} ${path}`),
  );
  const parameters = adminOperations.flatMap(operation =>
    parametersOf(operation).map(({name}) => [operation.id, name, meaningOf(operation, name)]),
  );
  t.true(parameters.length > 60);
  t.deepEqual(
    parameters.filter(([, , meaning]) => meaning === ''),
    [],
  );
  const ids = new Set(adminOperations.map(({id}) => id));
  t.deepEqual(
    Object.keys(adminDocs).filter(id => !ids.has(id)),
    [],
  );
});

test('a new admin operation appears in the page, with the values that its body accepts', t => {
  const operation = adminOperation({
    id: 'rename',
    method: 'POST',
    path: '/_sandbox/names/{old}',
    summary: 'Rename a record',
    body: body({to: oneOf(['upper', 'lower'])}),
    takesAll: true,
    handle: () => ({}),
  });
  const page = withAdminOperations(readFileSync(`${root}docs/reference/admin-api.md`, 'utf8'), [operation]);
  t.true(page.includes('| [`POST /_sandbox/names/{old}`](#post-_sandboxnamesold) | Rename a record |'));
  t.true(page.includes('| `to` | body | one of upper, lower | |'));
  t.true(page.includes('Accepts `?all=true`.'));
});

test('the library page lists every export and method, and its example runs', async t => {
  const page = readFileSync(`${root}docs/reference/library.md`, 'utf8');
  const source = readFileSync(`${root}dist/bundle/index.d.cts`, 'utf8');
  const [declarations = ''] = source.split('/**\n * The records in responses');
  const names = Array.from(declarations.matchAll(/^export (?:declare )?\w+ (\w+)/gm), ([, name = '']) => name);
  t.deepEqual([...exportedNames].sort(), names.sort());
  t.deepEqual(
    names.filter(name => !new RegExp(`\`${name}\`|^##+ ${name}$`, 'm').test(page)),
    [],
  );
  const sandbox = await startSandbox({profile: 'empty'});
  t.teardown(() => sandbox.close());
  const methods = Object.entries(sandbox).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
  t.true(methods.length > 20);
  t.deepEqual(
    methods.filter(name => !page.includes(`| \`${name}(`) && !page.includes(`| \`${name}: `)),
    ['checkLostAnswers'], // only names its replacement
  );
  const [example] = blocksOf('docs/reference/library.md');
  const cwd = await projectWith(t, {'example.mjs': example!.text});
  const {stdout} = await run(process.execPath, ['example.mjs'], {cwd});
  t.is(stdout, '47\n', 'the example must count the active constituents of 50');
});

test('the page of exit codes lists every code', t => {
  const page = readFileSync(`${root}docs/reference/exit-codes.md`, 'utf8');
  t.deepEqual(
    Array.from(page.matchAll(/^\| `(\d+)` \|/gm), ([, code]) => Number(code)),
    Object.values(exitCodes),
  );
});
