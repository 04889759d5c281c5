/**
 * `npm run build`. With `--if-changed`, which `npm install` and the other scripts pass, it does nothing if the last build
 * used the same files: npm reinstalls a folder each time `npx` runs a command from it. That build also skips the type
 * check, which takes half of the compiler's time and does not change its output; `npm run check` includes it.
 *
 * The build writes:
 * - `dist/src`, `dist/fixtures`, `dist/test`: the compiled code; the tests import it file by file.
 * - `dist/bundle`: the code that the package ships; the tests of the command line run it. `index.d.cts` holds the library's
 *   types, which `index.d.ts` exports too.
 * - `dist/docs-page`: the page at `GET /docs` with its copy of swagger-ui-dist, which is not a dependency of users.
 * - `dist/console`: the console at `/_sandbox/ui`.
 * - `dist/prepared`: the data that most sandboxes start with, the texts of assumptions, and the OpenAPI document.
 * - `docs/seed.schema.json`, `docs/config.schema.json`: the JSON Schemas of seed files and of files of options.
 * - `sbom.cdx.json`: the packages that are part of all this.
 */
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {copyFile, cp, mkdir, readFile, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {brotliCompress, constants} from 'node:zlib';
import {assumptionTexts} from './assumptions.js';
import {buildUnlessBuilt} from './stamp.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => path.join(root, ...names);
const isIfChanged = process.argv.includes('--if-changed');

function compile() {
  const compiler = path.join(path.dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const {status} = spawnSync(process.execPath, [compiler, ...(isIfChanged ? ['--noCheck'] : [])], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}

/** Copied unchanged, with the licence and the notice that must accompany them. */
const swaggerUiFiles = ['swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];

/** A quarter of the package, which Brotli makes a fifth smaller than npm's own compression does. */
const compressedFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'];

async function compress(from, to) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  await writeFile(to, await promisify(brotliCompress)(await readFile(from), {params}));
}

async function copyDocsPage() {
  const swaggerUi = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  await rm(at('dist/docs-page'), {recursive: true, force: true});
  await cp(at('src/pages/reference/page'), at('dist/docs-page'), {recursive: true});
  await Promise.all([
    ...compressedFiles.map(file => compress(path.join(swaggerUi, file), at('dist/docs-page', `${file}.br`))),
    ...swaggerUiFiles.map(file => copyFile(path.join(swaggerUi, file), at('dist/docs-page', file))),
    ...['theme.css', 'favicon.svg'].map(file => copyFile(at('src/pages', file), at('dist/docs-page', file))),
  ]);
}

/** The systems for which the package ships file locks, which Node lacks. */
const systems = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64', 'win32-arm64'];

async function copyLocks() {
  const extensions = path.dirname(fileURLToPath(import.meta.resolve('fs-native-extensions')));
  await mkdir(at('dist/locks'), {recursive: true});
  await Promise.all([
    copyFile(path.join(extensions, 'LICENSE'), at('dist/locks/LICENSE')),
    ...systems.map(system =>
      copyFile(
        path.join(extensions, 'prebuilds', system, 'fs-native-extensions.node'),
        at(`dist/locks/${system}.node`),
      ),
    ),
  ]);
}

async function prepareData() {
  const {generateRecords} = await import('../dist/fixtures/index.js');
  const {catalog} = await import('../dist/src/resources/index.js');
  const {preparedText} = await import('../dist/fixtures/prepared.js');
  await mkdir(at('dist/prepared'), {recursive: true});
  await writeFile(at('dist/prepared/default.json'), preparedText(generateRecords(catalog)));
  const assumptions = await readFile(at('docs/reference/assumptions.md'), 'utf8');
  await writeFile(at('dist/prepared/assumptions.json'), JSON.stringify(assumptionTexts(assumptions)));
  const {openApiDocument} = await import('../dist/src/openapi/document.js');
  await writeFile(at('dist/prepared/openapi.json'), JSON.stringify(openApiDocument(catalog, '/')));
}

/** Writes the library's declarations, to which it adds the types of the catalog's names, records and bodies. */
async function writeDeclarations() {
  const {writeTypes} = await import('./declarations/write-types.js');
  const {apiTypes} = await import('../dist/tools/declarations/api-types.js');
  const {servedDocument} = await import('../dist/src/openapi/served-document.js');
  const {catalog} = await import('../dist/src/resources/index.js');
  const {schemas} = servedDocument(catalog).documentAt('/').components;
  const {libraryTypes} = await import('../dist/tools/declarations/library-types.js');
  const generated = `${apiTypes(schemas)}\n${libraryTypes(catalog)}`;
  writeTypes(at('dist/src/index.d.ts'), generated, at('dist/bundle/index'));
}

const schemaFiles = [at('docs/seed.schema.json'), at('docs/config.schema.json')];

async function writeSchemas() {
  const {seedSchema} = await import('../dist/src/openapi/seed-schema.js');
  const {catalog} = await import('../dist/src/resources/index.js');
  const {configSchema} = await import('../dist/src/cli/options/config-schema.js');
  const schemas = [seedSchema(catalog), configSchema()];
  await Promise.all(
    schemaFiles.map((file, index) => writeFile(file, `${JSON.stringify(schemas[index], undefined, 1)}\n`)),
  );
}

/** Imports its tools only when there is something to build, so that an unchanged build takes no time. */
async function build() {
  compile();
  const {bundle} = await import('./bundle/index.js');
  const {buildConsole} = await import('./console.js');
  const {writeSbom} = await import('./sbom.js');
  const [bundled, shown] = await Promise.all([
    bundle(root, at('dist/bundle')),
    buildConsole(root, at('dist/console')),
    copyDocsPage(),
    copyLocks(),
    prepareData(),
    writeSchemas(),
  ]);
  await writeDeclarations();
  await writeSbom(root, [...bundled, ...shown, 'node_modules/swagger-ui-dist', 'node_modules/fs-native-extensions']);
}

await buildUnlessBuilt(root, build, {always: !isIfChanged || !schemaFiles.every(file => existsSync(file))});
