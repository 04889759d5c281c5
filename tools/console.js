import {copyFile, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {foldersOf, licences} from './bundle/licences.js';

/** The console needs only the menu entries of the fault kinds, not their code. */
const faultMenuOnly = {
  name: 'fault-menu-only',
  setup({onLoad}) {
    onLoad({filter: /faults[\\/]fault-kinds\.ts$/}, async () => {
      const {faultMenu} = await import('../dist/src/faults/fault-kinds.js');
      return {contents: `export const faultMenu = () => ${JSON.stringify(faultMenu())};`};
    });
  },
};

/**
 * Builds the files of the console at `/_sandbox/ui`: a page, a script and a style sheet, and the licences of bundled
 * packages.
 * @param root of the package
 * @param outdir is replaced
 * @param plugins of esbuild, for tests
 * @returns the folders of the bundled packages, relative to the root
 */
export async function buildConsole(root, outdir, plugins = []) {
  const from = path.join(root, 'src/pages/console');
  await rm(outdir, {recursive: true, force: true});
  await mkdir(outdir, {recursive: true});
  const {metafile} = await build({
    absWorkingDir: root,
    entryPoints: {app: path.join(from, 'main.tsx')},
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: '[hash]',
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
    plugins: [faultMenuOnly, ...plugins],
  });
  await build({
    entryPoints: {app: path.join(from, 'styles/app.css')},
    outdir,
    bundle: true,
    minify: true,
    logLevel: 'error',
  });
  const folders = foldersOf(Object.keys(metafile.inputs));
  await Promise.all([
    copyFile(path.join(from, 'index.html'), path.join(outdir, 'index.html')),
    copyFile(path.join(root, 'src/pages/favicon.svg'), path.join(outdir, 'favicon.svg')),
    writeFile(path.join(outdir, 'LICENSES.txt'), await licences(root, folders)),
  ]);
  return folders;
}
