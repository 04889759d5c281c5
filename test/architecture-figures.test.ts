import test from 'ava';
import {changes, problems, readCeilings} from './bench/budgets/house/ceilings.js';
import {commentsOf, isQuestion} from './bench/budgets/house/comments.js';
import {type Figures, staticFigures} from './bench/budgets/house/figures.js';
import {hopFigures, measureHops} from './bench/budgets/house/hops.js';
import {modulesIn} from './bench/budgets/house/modules.js';
import {generated, readSources, type Sources} from './bench/budgets/house/sources.js';
import {ambiguousNames} from './bench/budgets/house/type-names.js';

const isHop = (name: string) => name.startsWith('hops: ');

const ceilingsOf = (select: (name: string) => boolean): Figures =>
  Object.fromEntries(Object.entries(readCeilings()).filter(([name]) => select(name)));

test('figures stay within their ceilings, and ceilings are not too high', t => {
  const figures = staticFigures(readSources());
  t.true(figures['files']! > 100, 'sources must be found');
  t.deepEqual(
    problems(
      figures,
      ceilingsOf(name => !isHop(name)),
    ),
    [],
  );
});

test('a warm request runs through no more files than the ceiling', async t => {
  const hops = await measureHops();
  for (const files of Object.values(hops)) {
    for (const file of ['http/app.js', 'exchanges/bus.js', 'findings/inspector.js', 'faults/fault-rules.js']) {
      t.true(files.includes(`src/${file}`), `${file} must run during the request`);
    }
    t.true(files.some(file => file.startsWith('src/findings/rules/')));
  }
  t.deepEqual(problems(hopFigures(hops), ceilingsOf(isHop)), []);
});

test('hops count each file once per request, without rules, and the core separately', t => {
  const files = ['src/http/app.js', 'src/store/order.js', 'src/exchanges/bus.js', 'src/findings/rules/put-used.js'];
  t.deepEqual(hopFigures({'GET /x': files}), {
    'hops: GET /x, all files': 3,
    'hops: GET /x, files of the core': 2,
  });
});

const clean: Sources = new Map([
  ['src/search/clean.ts', '/** The rule that applies. */\nexport type FaultRule = 4;\n'],
  ['src/pages/console/clean.css', 'a {\n}\n'],
]);

/** The differences in figures after adding a file to clean sources. */
function effectOf(file: string, text: string): Figures {
  const before = staticFigures(clean);
  const after = staticFigures(new Map([...clean, [file, text]]));
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, value - (before[name] ?? 0)] as const)
      .filter(([, difference]) => difference !== 0),
  );
}

const questions = 'comments that begin with What, Where, How, Who, Whether, Which';
const ofSearch = {'lines: src/search': 1, 'lines: all': 1, files: 1};

for (const [mistake, text, figure] of [
  ['a comment that begins with a question word', '/** Whether it is so. */', questions],
  ['a comment after code that begins with a lower-case one', 'const a = 1; // what it is', undefined],
  ['a capital question word after code', 'const a = 1; // What it is', questions],
  ['a line of 121 columns', `// ${'x'.repeat(118)}`, 'lines over 120 columns'],
  ['a disabled formatter', '// biome-ignore format: a table', 'biome-ignore format'],
  ['chunked', 'export const run = (work: Chunked<void>) => work;', 'files that use Chunked'],
  ['a check for a promise', 'if (a instanceof Promise) {}', 'instanceof Promise outside accounts'],
  ['a type name with another meaning', 'type FaultRule = 5;', 'type names with two meanings, exported or not'],
] as const) {
  test(`the figures find ${mistake}`, t => {
    t.deepEqual(effectOf('src/search/planted.ts', `${text}\n`), {
      ...ofSearch,
      ...(figure !== undefined && {[figure]: 1}),
    });
  });
}

test('the figures find a new folder, a style sheet and an exported name with a second meaning', t => {
  t.is(effectOf('src/search/deeper/planted.ts', '\n')['folders'], 1);
  t.deepEqual(effectOf('src/pages/console/planted.css', 'a {\n}\n'), {'lines: CSS of the console': 2});
  const effect = effectOf('src/search/planted.ts', 'export type FaultRule = 5;\n');
  t.is(effect['exported type names with two meanings'], 1);
});

test('generated files are not counted', t => {
  const sources: Sources = new Map([
    ['src/search/a.ts', '/**\n * One.\n */\nconst a = 1;\n'],
    [generated[0]!, '/** Which. */\nexport type A = 1;\n'],
  ]);
  t.deepEqual(modulesIn(sources), [{name: 'src/search', files: 1, lines: 4, commentLines: 3}]);
  t.is(staticFigures(sources)[questions], 0);
});

test('comments are distinguished from code', t => {
  const source = [
    '/** Which one. */',
    '/**',
    ' * Where it is.',
    ' */',
    '// How it goes,',
    '// What follows belongs to the same comment.',
    "const url = 'https://example.com'; // Who asks",
    '  {/* Whether JSX counts */}',
    "const text = 'What is not a comment';",
    '/** Whatever begins otherwise. */',
  ].join('\n');
  const comments = commentsOf(source);
  t.is(comments.length, 6);
  t.is(comments.filter(isQuestion).length, 5);
  t.is(
    comments.reduce((total, {lines}) => total + lines, 0),
    8,
  );
});

test('a name is ambiguous if files define it differently', t => {
  const sources = (one: string, other: string) =>
    new Map([
      ['a.ts', one],
      ['b.ts', other],
    ]);
  const names = (one: string, other: string) =>
    ambiguousNames(sources(one, other), 'exported').map(({name, files}) => [name, ...files]);
  const text = 'export interface Place {\n  readonly x: number;\n}\n';
  t.deepEqual(names(text, text.replace('x:', 'y:')), [['Place', 'a.ts', 'b.ts']]);
  t.deepEqual(names(text, `${text}export type Other = 1;\n`), []);
  t.deepEqual(names(text, text.replace('export ', '').replace('x:', 'y:')), []);
  t.deepEqual(names('export type A =\n  | 1\n  | 2;\n', 'export type A =\n  | 1\n  | 3;\n'), [['A', 'a.ts', 'b.ts']]);
});

test('a figure over its ceiling fails, and so does a ceiling that is too high or unused', t => {
  const found = (figures: Figures, ceilings: Figures) => problems(figures, ceilings).map(text => text.split(';')[0]);
  t.deepEqual(found({files: 101}, {files: 100}), ['files: 101, over its ceiling of 100']);
  t.deepEqual(found({files: 100}, {files: 105}), []);
  t.deepEqual(found({files: 100}, {files: 106}), ['files: 100, and the ceiling of 106 is too high to hold it down']);
  t.deepEqual(found({'lines: a': 71}, {'lines: a': 80}), []);
  t.deepEqual(found({files: 1}, {}), ['files: 1, and has no ceiling']);
  t.deepEqual(found({}, {files: 1}), ['files: has a ceiling, but is not measured']);
});

test('changed ceilings are reported', t => {
  t.deepEqual(changes({files: 3, folders: 2, old: 1, same: 1}, {files: 2, folders: 3, same: 1, added: 9}), [
    'files: lowered from 3 to 2',
    'folders: raised from 2 to 3',
    'added: added with 9',
    'old: removed',
  ]);
});
