import {copyFile, mkdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {foldersOf, licences} from './bundle/licences.js';

/** The console needs the lines of its select from the kinds of fault, and none of their code. */
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
 * Makes the files of the console, which `/_sandbox/ui` serves: a page, a script and a style sheet, and the licences of
 * what the script holds of others.
 * @param root of the package
 * @param outdir made anew
 * @param plugins of esbuild, for tests
 * @returns the folders of the packages that went into it, from the root on
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
