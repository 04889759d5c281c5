/**
 * `npm run build`. With `--if-changed`, which `npm install` and the other scripts give, it does nothing where the last
 * build was of the same files: npm installs a folder anew each time that `npx` runs a command of it. Nor does it look at
 * types, which takes half of the compiler's time and changes nothing of what it writes: `npm run check` does.
 *
 * Compiles; puts what `GET /docs` serves into `dist/docs-page`: the page's own files, and those of Swagger UI, because
 * swagger-ui-dist is no dependency of the package's users. Makes the console that `/_sandbox/ui` serves. Writes to `dist/prepared` the data that most sandboxes start
 * with and the OpenAPI document. And makes `dist/bundle` of the compiled code: the tests run that file by file; those of the command line run the
 * bundle, beside which `index.d.ts` and `index.d.cts` tell the library's types. `sbom.cdx.json` says what of other packages went into all that.
 */
import {spawnSync} from 'node:child_process';
import {copyFile, cp, mkdir, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
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

/** Unchanged, with the licence and the notice that must go along. */
const taken = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

async function copyDocsPage() {
  const swaggerUi = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  await mkdir(at('dist/docs-page/swagger-ui'), {recursive: true});
  await Promise.all([
    cp(at('src/pages/reference/page'), at('dist/docs-page/page'), {recursive: true}),
    ...taken.map(file => copyFile(path.join(swaggerUi, file), at('dist/docs-page/swagger-ui', file))),
  ]);
}

/** Systems whose locks on files the package can use: Node has none of its own. */
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
  const {openApiDocument} = await import('../dist/src/openapi/document.js');
  await writeFile(at('dist/prepared/openapi.json'), JSON.stringify(openApiDocument(catalog, '/')));
}

/** What it is made with is loaded now: most of the time there is nothing to do, and somebody waits for that. */
async function build() {
  compile();
  const {bundle} = await import('./bundle/index.js');
  const {buildConsole} = await import('./console.js');
  const {writeSbom} = await import('./sbom.js');
  const {writeTypes} = await import('./types.js');
  const [bundled, shown] = await Promise.all([
    bundle(root, at('dist/bundle')),
    buildConsole(root, at('dist/console')),
    copyDocsPage(),
    copyLocks(),
    prepareData(),
  ]);
  writeTypes(at('dist/src/index.d.ts'), at('dist/bundle/index'));
  await writeSbom(root, [...bundled, ...shown, 'node_modules/swagger-ui-dist', 'node_modules/fs-native-extensions']);
}

await buildUnlessBuilt(root, build, {always: !isIfChanged});
