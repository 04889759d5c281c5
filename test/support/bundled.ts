import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {root} from './pages.js';

/**
 * Makes one file, with all that it imports, of each script: many files take a process longer to load than its work does.
 * @param folder where they go, by their names and with the ending `mjs`
 */
export async function bundleInto(folder: string, scripts: readonly URL[]): Promise<void> {
  await build({
    entryPoints: scripts.map(script => fileURLToPath(script)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: {'.js': '.mjs'},
    // What lies beside the package's own bundle is found from there.
    define: {'import.meta.url': JSON.stringify(pathToFileURL(path.join(root, 'dist/bundle/script.mjs')).href)},
    banner: {
      js: "import {createRequire as makeRequire} from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
}
