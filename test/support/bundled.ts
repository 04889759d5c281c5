import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {root} from './pages.js';

/**
 * Bundles each script into one file, because a process would take longer to load many files than to do its work.
 * @param folder for the bundles, which have the scripts' names and the extension `mjs`
 */
export async function bundleInto(folder: string, scripts: readonly URL[]): Promise<void> {
  await build({
    entryPoints: scripts.map(script => fileURLToPath(script)),
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: {'.js': '.mjs'},
    // Files next to the package's bundle are resolved from there.
    define: {'import.meta.url': JSON.stringify(pathToFileURL(path.join(root, 'dist/bundle/script.mjs')).href)},
    banner: {
      js: "import {createRequire as makeRequire} from 'node:module'; const require = makeRequire(import.meta.url);",
    },
  });
}
