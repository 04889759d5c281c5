import {readdir, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

/** The parts name each other by the names that they get. */
const renamed = {
  name: 'renamed',
  setup({onResolve}) {
    onResolve({filter: /^\.\/.*\.c?js$/}, ({path: name}) => ({
      path: name.replace(/\.js$/, '.cjs'),
      external: true,
    }));
  },
};

/**
 * Makes CommonJS of the modules in a folder, a file of each: `require` and `import` take the same code, so that the
 * package holds it once, and a process that does both has one of everything. It is made of modules because esbuild
 * splits nothing else into parts. An `import()` of a part becomes a `require`: a test runner can keep code from importing.
 * @param from a folder of modules
 * @param to the folder of the CommonJS
 * @param options as for the modules
 */
export async function asCommonJs(from, to, options) {
  const files = (await readdir(from)).filter(name => name.endsWith('.js'));
  const own = path.join(from, 'own-url.js');
  await writeFile(
    own,
    "import {pathToFileURL} from 'node:url';\nexport const ownUrl = pathToFileURL(__filename).href;\n",
  );
  // Of a folder of the package, esbuild would think that what it requires has nothing but a default.
  await writeFile(path.join(from, 'package.json'), '{}');
  await build({
    ...options,
    metafile: false,
    entryPoints: files.map(name => path.join(from, name)),
    outdir: to,
    outExtension: {'.js': '.cjs'},
    format: 'cjs',
    plugins: [renamed],
    supported: {'dynamic-import': false},
    define: {'import.meta.url': 'ownUrl'},
    inject: [own],
  });
  await rm(from, {recursive: true});
}
