/**
 * The last step of `npm run build`. Puts what `GET /docs` serves into `dist/docs-page`: the page's own files, and those
 * of Swagger UI, because swagger-ui-dist is no dependency of the package's users. Makes `dist/prepared` of the data that most
 * sandboxes start with. And makes `dist/bundle` of the
 * compiled code with all that it imports: a start that has to find and read 800 files takes twice as long as one that
 * reads a few. The tests run the compiled code file by file; those of the command line run the bundle.
 */
import {copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {build} from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => path.join(root, ...names);

/** Unchanged, with the licence and the notice that must go along. */
const taken = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

async function copyDocsPage() {
  const swaggerUi = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  await mkdir(at('dist/docs-page/swagger-ui'), {recursive: true});
  await Promise.all([
    cp(at('src/http/docs-page/page'), at('dist/docs-page/page'), {recursive: true}),
    ...taken.map(file => copyFile(path.join(swaggerUi, file), at('dist/docs-page/swagger-ui', file))),
  ]);
}

async function bundle() {
  const outdir = at('dist/bundle');
  const {metafile} = await build({
    entryPoints: {cli: at('dist/src/cli/index.js'), index: at('dist/src/index.js')},
    outdir: `${outdir}.new`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Packages of the older kind ask for Node's own modules with `require`.
    banner: {
      js: "import {createRequire as requireOf} from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    legalComments: 'none',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'error',
  });
  await writeFile(path.join(`${outdir}.new`, 'LICENSES.txt'), await licences(Object.keys(metafile.inputs)));
  await rm(outdir, {recursive: true, force: true});
  await rename(`${outdir}.new`, outdir);
}

/** The licences of all packages that are in the bundle. */
async function licences(inputs) {
  const folders = new Set(inputs.flatMap(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const texts = await Promise.all(
    [...folders].sort().map(async folder => {
      const {name, version, license} = JSON.parse(await readFile(at(folder, 'package.json'), 'utf8'));
      const file = (await readdir(at(folder))).find(entry => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? `${license}\n` : await readFile(at(folder, file), 'utf8');
      return `${name} ${version}\n\n${text}`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

async function prepareData() {
  const {generateRecords} = await import('../dist/fixtures/index.js');
  const {preparedText} = await import('../dist/fixtures/prepared.js');
  await mkdir(at('dist/prepared'), {recursive: true});
  await writeFile(at('dist/prepared/default.json'), preparedText(generateRecords()));
}

await Promise.all([copyDocsPage(), bundle(), prepareData()]);
