import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {packageFolder} from '../src/version.js';

interface Built {
  /** The bundled files with their imports. */
  readonly inputs: Readonly<Record<string, Imports>>;
  readonly outputs: Readonly<Record<string, Imports & {readonly inputs: Readonly<Record<string, Input>>}>>;
}

interface Imports {
  readonly imports: ReadonlyArray<{readonly path: string; readonly kind: string}>;
}

interface Input {
  readonly bytesInOutput: number;
}

const built: Built = JSON.parse(readFileSync(new URL('dist/bundle.json', packageFolder), 'utf8'));

const output = (name: string) => built.outputs[`dist/bundle.new/${name}`]!;

/** Some imports are not bundled, because esbuild removes unused code. */
const isBundled = (file: string) => (output('sandbox.cjs').inputs[file]?.bytesInOutput ?? 0) > 0;

/** A source file and all files loaded with it. */
function loadedBy(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (!found.has(file) && isBundled(file)) {
    found.add(file);
    for (const {path: imported, kind} of built.inputs[file]!.imports) {
      if (kind !== 'dynamic-import') {
        loadedBy(imported, found);
      }
    }
  }
  return found;
}

const [commandLine, library] = ['dist/src/cli/index.js', 'dist/src/index.js'] as const;

for (const file of [commandLine, library]) {
  test(`${file} loads no module that starting does not need`, t => {
    const sources = [...loadedBy(file)];
    t.true(sources.some(source => source.startsWith('dist/src/') && source !== file));
    const unneeded =
      /@faker-js|@peculiar|reflect-metadata|dist\/src\/intercept\/(?:authority|gate|interception|proxy|tls|upstream)|iconv-lite|koa-bodyparser|zod\/v4\/locales\/(?!en\.|index\.)|node_modules\/(?:ajv|yaml|mime-db|cliui|cli-progress)\//;
    t.deepEqual(
      sources.filter(source => unneeded.test(source)),
      [],
    );
  });
}

test('the command line loads the server only when a command starts one', t => {
  t.deepEqual(
    [...loadedBy(commandLine)].filter(source => /node_modules\/(?:koa|zod)\//.test(source)),
    [],
  );
  t.true([...loadedBy(library)].some(source => source.startsWith('node_modules/koa/')));
});

for (const name of ['cli.cjs', 'index.cjs']) {
  test(`${name} loads only sandbox.cjs`, t => {
    const script =
      'require(process.argv[1]); process.stdout.write(JSON.stringify(Object.keys(require.cache).map(file => path.basename(file)).sort()))';
    const bundled = fileURLToPath(new URL(`dist/bundle/${name}`, packageFolder));
    const read = execFileSync(process.execPath, ['-e', script, bundled], {encoding: 'utf8'});
    t.deepEqual(JSON.parse(read), [name, 'sandbox.cjs'].sort());
  });
}

test('import and require load the same exports', async t => {
  const imported = await import(new URL('dist/bundle/index.js', packageFolder).href);
  const required = createRequire(import.meta.url)(fileURLToPath(packageFolder));
  t.deepEqual(Object.keys(imported), Object.keys(await import('../src/index.js')));
  t.deepEqual({...imported}, {...required});
});

for (const name of ['preload.cjs', 'intercept.cjs']) {
  test(`${name} contains only files of src/preload, and imports only Node modules`, t => {
    const {inputs, imports} = output(name);
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
