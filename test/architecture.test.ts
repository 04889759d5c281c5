import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {limits} from '../src/limits.js';
import {kinds} from '../src/resources/index.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter(file => ending.test(file))
    .map(file => path.posix.join(folder, file.replaceAll(path.sep, '/')));
}

const sources = [...filesIn('src', /\.tsx?$/), ...filesIn('fixtures', /\.ts$/), ...filesIn('bin', /\.js$/)];
const text = new Map(sources.map(file => [file, readFileSync(path.join(root, file), 'utf8')]));

/** The files of the project that a file imports. */
function importsOf(file: string): string[] {
  const specifiers = text.get(file)!.matchAll(/(?:from|import\(|import) ?'(\.[^']+)'/g);
  return Array.from(specifiers, ([, specifier]) => sourceOf(path.posix.join(path.posix.dirname(file), specifier!)));
}

/** The source file of an imported file. */
function sourceOf(imported: string): string {
  const compiled = imported
    .replace(/^dist\/bundle\/cli\.js$/, 'src/cli/index.js') // the bundle of this file
    .replace(/^dist\//, '');
  const [file, page] = ['.ts', '.tsx'].map(ending => compiled.replace(/\.js$/, ending)) as [string, string];
  return text.has(page) ? page : file;
}

/** The layers, top to bottom. A module may import from its own folder and from later rows. */
const rows = [
  ['bin'],
  ['src/cli'],
  ['src/index.ts'],
  ['src/sandbox'],
  ['src/http'],
  ['src/pages'],
  ['src/admin'],
  ['src/intercept'],
  ['src/openapi'],
  ['src/findings', 'src/import', 'src/persistence', 'fixtures'],
  ['src/faults'],
  ['src/exchanges'],
  ['src/resources'],
  ['src/operations'],
  ['src/accounts', 'src/search'],
  ['src/store'],
  ['src/schema'],
  ['src/errors.ts', 'src/limits.ts', 'src/settings.ts', 'src/version.ts', 'src/preload'],
];

const roomOf = (file: string) => rows.flat().find(room => file === room || file.startsWith(`${room}/`));
const rowOf = (file: string) => rows.findIndex(row => row.includes(roomOf(file) ?? ''));

const page = readFileSync(path.join(root, 'docs/reference/architecture.md'), 'utf8');

test('the architecture page shows every folder of src and the direction of imports', t => {
  const folders = readdirSync(path.join(root, 'src'), {withFileTypes: true}).filter(entry => entry.isDirectory());
  const shown = Array.from(page.matchAll(/^ {2}([\w-]+)\/ /gm), ([, name = '']) => name);
  t.deepEqual(shown.sort(), folders.map(({name}) => name).sort());

  const [, line = ''] = /^(bin → [\s\S]*?)\n\n/m.exec(page) ?? [];
  const steps = line.split(/\s*→\s*/).map(step =>
    step
      .replaceAll(/[{}\s]/g, '')
      .split(',')
      .sort(),
  );
  const exists = (room: string) => sources.some(file => file === room || file.startsWith(`${room}/`));
  const names = rows
    .map(row =>
      row
        .filter(exists)
        .map(room => path.posix.basename(room, '.ts'))
        .sort(),
    )
    .filter(([name]) => name !== 'index'); // the library's entry, which nothing imports
  t.deepEqual(steps, names);
});

test('every source file belongs to a layer', t => {
  t.deepEqual(
    sources.filter(file => roomOf(file) === undefined),
    [],
  );
});

test('imports point to lower layers only', t => {
  const wrong = sources.flatMap(file =>
    importsOf(file)
      .filter(imported => roomOf(imported) !== roomOf(file) && rowOf(imported) <= rowOf(file))
      .map(imported => `${file} -> ${imported}`),
  );
  t.true(sources.flatMap(importsOf).length > 100, 'imports must be found');
  t.deepEqual(wrong, []);
});

/** The layers of the console, top to bottom. */
const consoleRows = [['main'], ['shell'], ['trace'], ['views'], ['parts'], ['state']];

test('the console imports from lower layers only, and from the sandbox only browser-safe modules', t => {
  const folder = 'src/pages/console/';
  const inside = sources.filter(file => file.startsWith(folder));
  const rowIn = (file: string) =>
    consoleRows.findIndex(([room]) => file.slice(folder.length).split(/[/.]/, 1)[0] === room);
  t.true(inside.length > 30);
  t.deepEqual(
    inside.filter(file => rowIn(file) === -1),
    [],
  );
  const wrong = inside.flatMap(file =>
    importsOf(file)
      .filter(other => other.startsWith(folder) && rowIn(other) < rowIn(file))
      .map(other => `${file} -> ${other}`),
  );
  t.deepEqual(wrong, []);
  const used = inside.flatMap(file =>
    Array.from(text.get(file)!.matchAll(/^import (?!type).* from '(\.[^']+)'/gm), ([, name]) =>
      path.posix.join(path.posix.dirname(file), name!),
    ),
  );
  t.deepEqual(
    [...new Set(used)].filter(file => !file.startsWith(folder)).sort(),
    [
      'src/exchanges/trace/version.js',
      'src/faults/fault-kinds.js',
      'src/faults/scenarios.js',
      'src/preload/caller/frames.js',
      'src/schema/formats.js',
      'src/schema/nearest.js',
    ], // constants and text functions
  );
});

test('only the store imports its indexes', t => {
  const outside = sources.filter(file => !file.startsWith('src/store/'));
  const reaching = outside.filter(file => importsOf(file).some(imported => imported.startsWith('src/store/index/')));
  t.deepEqual(reaching, []);
});

test('there are no circular imports', t => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) {
      circles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
      return;
    }
    if (!done.has(file)) {
      for (const imported of importsOf(file)) {
        visit(imported, [...way, file]);
      }
      done.add(file);
    }
  };
  for (const file of sources) {
    visit(file, []);
  }
  t.deepEqual(circles, []);
});

test('the preload, which runs in user processes, imports nothing from the sandbox', t => {
  const preload = sources.filter(file => file.startsWith('src/preload/'));
  t.true(preload.flatMap(importsOf).length > 10, 'imports must be found');
  t.deepEqual(
    preload.flatMap(importsOf).filter(file => !file.startsWith('src/preload/')),
    [],
  );
});

test('every import of a project file leads to an existing file', t => {
  const missing = sources.flatMap(file =>
    importsOf(file)
      .filter(imported => !text.has(imported))
      .map(imported => `${file} -> ${imported}`),
  );
  t.deepEqual(missing, []);
});

test('every limit is read by the code', t => {
  const code = sources.filter(file => file !== 'src/limits.ts').map(file => text.get(file)!);
  const isRead = (name: string) => code.some(source => new RegExp(`\\blimits\\.${name}\\b`).test(source));
  t.true(Object.keys(limits).length > 30);
  t.deepEqual(
    Object.keys(limits).filter(name => !isRead(name)),
    [],
  );
  t.false(isRead('noSuchLimit'));
});

test('no source file has more than 250 lines', t => {
  const long = sources.filter(file => text.get(file)!.split('\n').length > 250);
  t.deepEqual(long, []);
});

test('no folder has more than 15 files, and src itself no more than five', t => {
  const folders = new Map<string, number>();
  for (const file of [...sources, ...filesIn('src', /\.(css|html|js|svg|json)$/)]) {
    const folder = path.posix.dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  t.deepEqual(
    [...folders].filter(([folder, files]) => files > (folder === 'src' ? 5 : 15)),
    [],
  );
});

/** The positions in the list of kinds of those that a file defines. */
function kindsAt(file: string): readonly number[] {
  const names = Array.from(text.get(file)!.matchAll(/^ {2}name: '(\w+)',$/gm), ([, name]) => name);
  return kinds.flatMap(({name}, place) => (names.includes(name) ? [place] : []));
}

const isResource = (file: string) => file.startsWith('src/resources/') && !file.endsWith('/index.ts');

test('a resource imports only earlier kinds in the list, and its own child kinds', t => {
  const placesOf = (file: string) => {
    const folder = path.posix.dirname(file);
    const beside = sources.filter(other => folder !== 'src/resources' && path.posix.dirname(other) === folder);
    return kindsAt(file).length > 0 ? kindsAt(file) : beside.flatMap(kindsAt);
  };
  const isAllowed = (from: readonly number[], to: readonly number[]) => {
    const goesAlong = to.every(place =>
      from.some(own => Object.values(kinds[place]!.parents ?? {}).includes(kinds[own]!.name)),
    );
    return goesAlong || Math.max(...to) <= Math.max(...from);
  };
  const imports = sources.filter(isResource).flatMap(file =>
    importsOf(file)
      .filter(other => isResource(other) && kindsAt(other).length > 0)
      .map(other => [file, other] as const),
  );
  t.true(imports.length > 40, 'imports must be found');
  const wrong = imports.filter(
    ([file, other]) => placesOf(file).length > 0 && !isAllowed(placesOf(file), kindsAt(other)),
  );
  t.deepEqual(wrong, []);
});

test('only entry points import the list of kinds', t => {
  const takers = sources.filter(file => importsOf(file).includes('src/resources/index.ts'));
  t.deepEqual(takers.sort(), [
    'src/cli/commands/compare.ts',
    'src/cli/commands/environment/doctor.ts',
    'src/cli/commands/openapi.ts',
    'src/cli/commands/snapshot/inspect.ts',
    'src/cli/commands/trace/diff.ts',
    'src/cli/learn/learn.ts',
    'src/sandbox/options/faults.ts',
    'src/sandbox/start-sandbox.ts',
  ]);
});

test('only the clock reads the system time, and nothing uses unseeded randomness', t => {
  const offenders = sources.filter(
    file =>
      file !== 'src/accounts/clock.ts' && /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID/.test(text.get(file)!),
  );
  t.deepEqual(offenders, []);
});

test('yargs, Koa, lowdb and Faker are imported in their own folders only', t => {
  const outside = (name: string, room: string) =>
    sources.filter(file => !file.startsWith(room) && new RegExp(`from '${name}`).test(text.get(file)!));
  t.deepEqual(outside('yargs', 'src/cli/'), []);
  t.deepEqual(outside('koa', 'src/http/'), []);
  t.deepEqual(
    outside('lowdb', 'src/accounts/').filter(file => file !== 'src/persistence/data-file.ts'),
    [],
  );
  t.deepEqual(outside('@faker-js/faker', 'fixtures/'), []);
});
