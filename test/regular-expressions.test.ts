import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import Router, {type Layer} from '@koa/router';
import test from 'ava';
import {transformSync} from 'esbuild';
import {adminOperations} from '../src/admin/index.js';
import {amountsIn} from '../src/operations/reply.js';
import {operations} from '../src/resources/index.js';
import {root} from './support/pages.js';
import {isLinear, literalsIn, makesSome} from './support/regular-expressions.js';

/**
 * A regular expression that can match one text in many ways tries them all before it gives up: seconds for a header of a
 * few kilobytes. So each one of the sources is looked at by a checker, but for those that only ever see our own texts.
 */

/** Of those that the checker can't tell to be linear, each is here, with what keeps it so, or keeps others' texts off. */
const allowed: ReadonlyArray<readonly [file: string, expression: string, why: string]> = [
  [
    'fixtures/generators/value-lists.ts',
    String.raw`^(?:(\d+) )?(.+?)(?: (\d+))?$`,
    'entries of lists that stand in the source',
  ],
  ['src/cli/file-error.ts', String.raw`\.\d+\.tmp$`, 'the name of a file, from the system'],
  ['src/sandbox/options/values.ts', String.raw`\/+$`, 'an address on the command line of the one who waits'],
  [
    'src/exchanges/redact.ts',
    String.raw`acc|[ae]ss|auth|to?k|ke[ny]|si[dg]|cre[dt]|pwd|jwt|bearer|api(?!\/v)`,
    'it repeats nothing',
  ],
  [
    'src/exchanges/redact.ts',
    '(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?|pwd|jwt|bearer|session)$',
    'it repeats nothing',
  ],
  [
    'src/preload/hosts.ts',
    String.raw`^[\w.-]*\P{ASCII}[\w.\-\P{ASCII}]*$`,
    'a character outside ASCII ends the first repeat, so each is looked at once',
  ],
  ['src/http/guard/forwarded.ts', String.raw`:\w*$`, 'a colon begins it, and is no letter: each is looked at once'],
  ['src/http/guard/check-host.ts', String.raw`:\d*$`, 'a colon begins it, and is no digit: each is looked at once'],
  [
    'src/cli/signals.ts',
    String.raw`^[^&|;]*\bcrm-sandbox\b[^&|;]*$`,
    'what npm runs, from the package.json of the one who waits',
  ],
  ['src/cli/signals.ts', String.raw`^.*\) \S+ `, 'a line of the system'],
  ['src/sandbox/trace/send-again.ts', ':0+$', 'a colon begins it, and is no zero: each is looked at once'],
  ['src/sandbox/trace/send-again.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  ['src/sandbox/check/trials.ts', String.raw`:\d+$`, 'a colon begins it, and is no digit: each is looked at once'],
  [
    'src/sandbox/check/reference.ts',
    String.raw`\[\d+\]`,
    'a bracket begins it, and is no digit: each is looked at once',
  ],
  ['src/findings/rules/searches/corrected-read.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    String.raw`(?:"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s"])+`,
    'a quote begins the one alternative and ends it, and the other has none: each is looked at once',
  ],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    String.raw`"((?:\\.|[^"\\])*)(?:"|\\?$)`,
    'a backslash begins the one alternative of the two inside of quotes, and the other has none',
  ],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    '^(?:([a-z_]+):)?(.*)$',
    'the name is looked at once more if no colon ends it, and never again',
  ],
  ['src/openapi/examples.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  ['src/openapi/operations.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  ['src/pages/console/views/data/kinds.ts', String.raw`\{\w+\}`, 'paths of operations'],
  ['src/pages/console/views/data/kinds.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  ['src/openapi/schema-names.ts', String.raw`^([a-z]+)(\w+?)(?:Of([A-Z]\w+))?$`, 'ids of operations'],
  ['src/operations/match.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
];

const compiled = ['src', 'fixtures'].flatMap(folder =>
  readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map(file => path.posix.join(folder, file.replaceAll(path.sep, '/')))
    .map(file => [file, compiledOf(file)] as const),
);

/** What is compiled of a file. The console's become one script, with those of others in it: they are compiled here. */
function compiledOf(file: string): string {
  return file.startsWith('src/pages/console/')
    ? transformSync(readFileSync(path.join(root, file), 'utf8'), {loader: 'tsx', jsx: 'automatic'}).code
    : readFileSync(path.join(root, 'dist', file.replace(/ts$/, 'js')), 'utf8');
}

const found = compiled.flatMap(([file, source]) => literalsIn(source).map(expression => ({file, expression})));

test('every regular expression on texts of others takes a time that grows as the text does, and no faster', t => {
  t.true(found.length > 60, 'they are found');
  const slow = found.filter(({expression}) => !isLinear(expression));
  const names = new Set(allowed.map(([file, source]) => `${file} ${source}`));
  t.deepEqual(
    slow.map(({file, expression}) => `${file} ${expression.source}`).filter(name => !names.has(name)),
    [],
  );
});

test('none is made of a text at run time, where nobody could look at it', t => {
  t.deepEqual(
    compiled.flatMap(([file, source]) => (makesSome(source) ? file : [])),
    ['src/operations/reply.ts'], // the next test looks at them
  );
});

test('so are those that find amounts by the names of their fields', t => {
  const made = operations.flatMap(({reply}) => amountsIn(reply) ?? []);
  t.true(made.length > 20);
  t.deepEqual(
    made.filter(expression => !isLinear(expression)),
    [],
  );
});

test('so is what paths are matched by', t => {
  const router = new Router({sensitive: true, strict: true});
  const paths = [...operations, ...adminOperations].map(({path}) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const layers = [...new Set(paths)].map(path => router.register(path, ['GET'], () => undefined) as Layer);
  t.true(layers.some(({regexp}) => regexp.test('/api/v1/groups/5')));
  // Only how many parameters there are, and where, makes a difference.
  const shapes = new Map(layers.map(layer => [layer.path.toString().replaceAll(/[a-z_]+/g, 'a'), layer.regexp]));
  t.deepEqual(
    [...shapes.values()].filter(expression => !isLinear(expression)),
    [],
  );
});

const planted = [
  '/^(a+)+$/',
  '/(a|a)*b/',
  String.raw`/\s+$/`,
  '/ +to +/',
  String.raw`/^[\d\s]*\d[\d\s]*$/`,
  String.raw`/^\s*charset\s*=\s*"?([^"]*)"?\s*$/i`,
];

for (const literal of planted) {
  test(`one that is slow is found in a source: ${literal}`, t => {
    const expressions = literalsIn(`const half = 4 / 2 / 1; export const isIt = (text) => ${literal}.test(text);`);
    t.deepEqual(expressions.map(String), [literal]);
    t.false(isLinear(expressions[0]!));
  });
}

test('one that is made of a text is found in a source', t => {
  t.true(makesSome('const form = new RegExp(name);'));
  t.false(makesSome('const form = /RegExp/; // RegExp'));
});
