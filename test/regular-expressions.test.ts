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
 * A regular expression that can match a text in many ways tries them all before it fails, which takes seconds for a
 * header of a few kilobytes. So every one in the sources is checked, except those that only see trusted text.
 */

/** Expressions that the checker cannot prove linear, with the reason why they are, or why their input is trusted. */
const allowed: ReadonlyArray<readonly [file: string, expression: string, reason: string]> = [
  ['fixtures/generators/value-lists.ts', String.raw`^(?:(\d+) )?(.+?)(?: (\d+))?$`, 'entries of lists in the source'],
  ['src/cli/file-error.ts', String.raw`\.\d+\.tmp$`, 'a file name from the system'],
  ['src/sandbox/options/values.ts', String.raw`\/+$`, 'an address from the command line of the user'],
  [
    'src/exchanges/redact.ts',
    String.raw`acc|[ae]ss|auth|to?k|ke[ny]|si[dg]|cre[dt]|pwd|jwt|bearer|api(?!\/v)`,
    'it has no repeats',
  ],
  [
    'src/exchanges/redact.ts',
    '(?:access|key|token|secret|password|passwd|auth|authorization|authentication|credentials?|pwd|jwt|bearer|session)$',
    'it has no repeats',
  ],
  [
    'src/preload/hosts.ts',
    String.raw`^[\w.-]*\P{ASCII}[\w.\-\P{ASCII}]*$`,
    'a character outside ASCII ends the first repeat, so each character is read once',
  ],
  [
    'src/http/guard/forwarded.ts',
    String.raw`:\w*$`,
    'it begins with a colon, which is not a word character, so each is read once',
  ],
  [
    'src/http/guard/check-host.ts',
    String.raw`:\d*$`,
    'it begins with a colon, which is not a digit, so each is read once',
  ],
  ['src/cli/signals.ts', String.raw`^[^&|;]*\bcrm-sandbox\b[^&|;]*$`, 'a script from the package.json of the user'],
  ['src/cli/signals.ts', String.raw`^.*\) \S+ `, 'a line from the system'],
  ['src/sandbox/trace/send-again.ts', ':0+$', 'it begins with a colon, which is not a zero, so each is read once'],
  ['src/sandbox/trace/send-again.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  [
    'src/sandbox/check/trials.ts',
    String.raw`:\d+$`,
    'it begins with a colon, which is not a digit, so each is read once',
  ],
  [
    'src/sandbox/check/reference.ts',
    String.raw`\[\d+\]`,
    'it begins with a bracket, which is not a digit, so each is read once',
  ],
  [
    'src/findings/rewrite.ts',
    String.raw`\[\d*\]$`,
    'it begins with a bracket, which is not a digit, so each is read once',
  ],
  [
    'src/findings/rewrite.ts',
    String.raw`^(?:q|filters?|search|query|where|page)(?:\[\d*\])?\[(\w+)\]$`,
    'it begins at the start, and each repeat ends with a bracket, so each character is read at most twice',
  ],
  ['src/findings/rules/searches/corrected-read.ts', String.raw`\{(\w+)\}`, 'paths of operations'],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    String.raw`(?:"(?:\\.|[^"\\])*(?:"|\\?$)|[^\s"])+`,
    'one alternative begins and ends with a quote, and the other has none, so each is read once',
  ],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    String.raw`"((?:\\.|[^"\\])*)(?:"|\\?$)`,
    'one alternative inside the quotes begins with a backslash, and the other has none',
  ],
  [
    'src/pages/console/views/requests/filter-box.tsx',
    '^(?:([a-z_]+):)?(.*)$',
    'the name is read at most twice, if it does not end with a colon',
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

/** The compiled code of a file. Console files are compiled here, because the build bundles them with other packages. */
function compiledOf(file: string): string {
  return file.startsWith('src/pages/console/')
    ? transformSync(readFileSync(path.join(root, file), 'utf8'), {loader: 'tsx', jsx: 'automatic'}).code
    : readFileSync(path.join(root, 'dist', file.replace(/ts$/, 'js')), 'utf8');
}

const found = compiled.flatMap(([file, source]) => literalsIn(source).map(expression => ({file, expression})));

test('every regular expression on untrusted text takes linear time', t => {
  t.true(found.length > 60, 'regular expressions must be found');
  const slow = found.filter(({expression}) => !isLinear(expression));
  const names = new Set(allowed.map(([file, source]) => `${file} ${source}`));
  t.deepEqual(
    slow.map(({file, expression}) => `${file} ${expression.source}`).filter(name => !names.has(name)),
    [],
  );
});

test('no regular expression is built from text at run time', t => {
  t.deepEqual(
    compiled.flatMap(([file, source]) => (makesSome(source) ? file : [])),
    ['src/operations/reply.ts'], // checked by the next test
  );
});

test('the generated regular expressions for amounts take linear time', t => {
  const generated = operations.flatMap(({reply}) => amountsIn(reply) ?? []);
  t.true(generated.length > 20);
  t.deepEqual(
    generated.filter(expression => !isLinear(expression)),
    [],
  );
});

test('the regular expressions of routes take linear time', t => {
  const router = new Router({sensitive: true, strict: true});
  const paths = [...operations, ...adminOperations].map(({path}) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const layers = [...new Set(paths)].map(path => router.register(path, ['GET'], () => undefined) as Layer);
  t.true(layers.some(({regexp}) => regexp.test('/api/v1/groups/5')));
  // Only the number and position of parameters matter.
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
  test(`a slow regular expression is found in a source: ${literal}`, t => {
    const expressions = literalsIn(`const half = 4 / 2 / 1; export const isIt = (text) => ${literal}.test(text);`);
    t.deepEqual(expressions.map(String), [literal]);
    t.false(isLinear(expressions[0]!));
  });
}

test('a regular expression built from text is found in a source', t => {
  t.true(makesSome('const form = new RegExp(name);'));
  t.false(makesSome('const form = /RegExp/; // RegExp'));
});
