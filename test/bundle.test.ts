import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {packageFolder} from '../src/version.js';

interface Built {
  readonly imports: ReadonlyArray<{readonly path: string; readonly kind: string}>;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The files of the bundle as the build tells of them. */
const built = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('dist/bundle.json', packageFolder), 'utf8')) as Record<string, Built>,
  ).map(([file, parts]) => [path.posix.basename(file), parts]),
);

/** A file of the bundle, and all that it imports before it runs. */
function importedBy(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (!found.has(name) && built.has(name)) {
    found.add(name);
    for (const {path: imported, kind} of built.get(name)!.imports) {
      if (kind === 'import-statement') {
        importedBy(path.posix.basename(imported), found);
      }
    }
  }
  return found;
}

/** What a file of the bundle is made of, and those that it imports. */
const sourcesOf = (name: string) => [...importedBy(name)].flatMap(file => Object.keys(built.get(file)!.inputs));

for (const name of ['cli.js', 'index.js']) {
  test(`${name} imports nothing that a start does not need`, t => {
    const sources = sourcesOf(name);
    t.true(sources.some(source => source.startsWith('dist/src/')));
    const unneeded =
      /@faker-js|@peculiar|reflect-metadata|dist\/src\/intercept\/(?:proxy\/(?!host-list)|authority|interception|tls)|iconv-lite|koa-bodyparser|zod\/v4\/locales\/(?!en\.)|node_modules\/(?:ajv|yaml|mime-db|cliui|cli-progress)\//;
    t.deepEqual(
      sources.filter(source => unneeded.test(source)),
      [],
    );
  });
}

test('the command line imports the server only when a command starts one', t => {
  t.deepEqual(
    sourcesOf('cli.js').filter(source => /node_modules\/(?:koa|zod)\//.test(source)),
    [],
  );
  t.true(sourcesOf('index.js').some(source => source.startsWith('node_modules/koa/')));
});

for (const [name, files] of Object.entries({
  'cli.cjs': ['cli.cjs', 'command.cjs', 'shared.cjs'],
  'index.cjs': ['index.cjs', 'server.cjs', 'shared.cjs'],
})) {
  test(`${name} reads two files more, which hold all of its parts`, t => {
    const script =
      'require(process.argv[1]); process.stdout.write(JSON.stringify(Object.keys(require.cache).map(file => path.basename(file)).sort()))';
    const bundled = fileURLToPath(new URL(`dist/bundle/${name}`, packageFolder));
    const read = execFileSync(process.execPath, ['-e', script, bundled], {encoding: 'utf8'});
    t.deepEqual(JSON.parse(read), files);
  });
}

test('import and require run the same code', async t => {
  const imported = await import(new URL('dist/bundle/index.js', packageFolder).href);
  const required = createRequire(import.meta.url)(fileURLToPath(packageFolder));
  t.deepEqual(Object.keys(imported), ['VerificationError', 'startSandbox']);
  t.is(imported.startSandbox, required.startSandbox);
});

for (const name of ['preload.cjs', 'intercept.cjs']) {
  test(`${name} is one file of its own room, and asks for nothing but Node`, t => {
    const {inputs, imports} = built.get(name)!;
    const sources = Object.keys(inputs);
    t.true(sources.length > 10);
    t.deepEqual(
      sources.filter(source => !source.startsWith('dist/src/preload/')),
      [],
    );
    t.deepEqual(
      imports.filter(({path: imported}) => !imported.startsWith('node:')),
      [],
    );
  });
}
