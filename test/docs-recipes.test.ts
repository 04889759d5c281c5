import {execFile} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {parse} from 'yaml';
import {optionsOf} from './support/options-here.js';
import {blocksOf, root} from './support/pages.js';
import {moduleManifest, plainEnvironment, projectWith} from './support/project.js';

const run = promisify(execFile);

const folders = ['', 'docs/', 'docs/start/', 'docs/test/', 'docs/recipes/', 'docs/reference/'];
const pages = folders.flatMap(folder =>
  readdirSync(path.join(root, folder))
    .filter(file => file.endsWith('.md'))
    .map(file => `${folder}${file}`),
);
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string) => Array.from(textOf(page).matchAll(/^#+ (.*)$/gm), ([, text = '']) => anchorOf(text));

test('every link of a page leads to an existing file and heading', t => {
  const links = pages.flatMap(page =>
    Array.from(textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)]*))?\)/g), ([, file = '', anchor]) => ({
      page,
      target: file === '' ? page : path.posix.join(path.posix.dirname(page), file),
      anchor,
    })),
  );
  t.true(links.length > 20);
  const isValid = ({target, anchor}: (typeof links)[number]) =>
    existsSync(path.join(root, target)) && (anchor === undefined || anchorsOf(target).includes(anchor));
  t.deepEqual(
    links.filter(link => !isValid(link)),
    [],
  );
});

test('the README and the index of the docs link to every page', t => {
  const index = textOf('docs/README.md').replaceAll('](', '](docs/').replaceAll('](docs/../', '](');
  const entries = textOf('README.md') + index;
  t.deepEqual(
    pages.filter(page => page !== 'README.md' && !entries.includes(`](${page}`)),
    [],
  );
});

/** The dependencies in the package.json of a folder. */
function packagesOf(folder: string): string[] {
  const {dependencies = {}, devDependencies = {}} = JSON.parse(textOf(`${folder}package.json`));
  return Object.keys({...dependencies, ...devDependencies});
}

test('the page of dependencies lists exactly the packages of the project', t => {
  const tables = Array.from(textOf('docs/reference/dependencies.md').matchAll(/(?:^\|.*\n)+/gm), ([table]) =>
    table.trim().split('\n').slice(2),
  );
  const named = (rows: readonly string[] = [], cell: number) =>
    rows.flatMap(row => row.split(' | ')[cell]!.split(', '));
  const [inPackage, development, apart] = tables.map(rows => rows.map(row => row.replace(/^\| /, '')));
  t.deepEqual([...named(inPackage, 0), ...named(development, 0)].sort(), packagesOf('').sort());
  const folders = ['tools/check/', 'test/bench/peers/', 'test/bench/client/', 'test/consumers/'];
  t.deepEqual(named(apart, 1).sort(), folders.flatMap(packagesOf).sort());
});

test('the start options in the pages are valid', t => {
  const commands = pages.flatMap(page =>
    Array.from(
      textOf(page).matchAll(/crm-sandbox start((?: --?[\w-]+(?: (?:'[^'\n]+'|(?!-|2>)[\w./:-]+))?)+)/g),
      ([, words = '']) => words,
    ),
  );
  t.true(commands.length > 5);
  for (const words of commands) {
    t.notThrows(() => optionsOf({words: words.replaceAll("'", '').trim().split(' ')}), words);
  }
});

test('the CI jobs and the Compose file are valid YAML, and the containers have valid options', t => {
  const files = ['ci', 'docker'].flatMap(name => blocksOf(`docs/recipes/${name}.md`)).filter(({file}) => file);
  const read = (name: string) => files.find(({file}) => file === name)!.text;
  for (const {text} of files.filter(({language}) => language === 'yaml')) {
    t.is(typeof parse(text), 'object');
  }
  const {crm, app} = parse(read('compose.yaml')).services;
  t.is(crm.build.dockerfile, 'sandbox.Dockerfile');
  t.is(new URL(app.environment.CRM_URL).hostname, 'crm');
  const image = read('sandbox.Dockerfile');
  const [, variables = ''] = /^ENV (.*)$/m.exec(image)!;
  const env = Object.fromEntries(variables.split(' ').map(one => one.split('=')));
  for (const [verb, ...words] of [crm.command, JSON.parse(/^CMD (.*)$/m.exec(image)![1]!)] as string[][]) {
    t.is(verb, 'start');
    t.is(optionsOf({words, env}).host, '0.0.0.0');
  }
});

test('the retrying client of the recipe passes its test', async t => {
  const files = blocksOf('docs/recipes/retry.md').filter(block => block.file !== undefined);
  const texts = Object.fromEntries(files.map(({file, text}) => [file, text]));
  const cwd = await projectWith(t, {...moduleManifest, ...texts});
  const {stdout} = await run(process.execPath, ['--test', '--test-reporter=tap'], {cwd, env: plainEnvironment});
  t.regex(stdout, /^# pass 1$/m);
  t.regex(stdout, /^# fail 0$/m);
});
