import {rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {asCommonJs} from './as-commonjs.js';
import {authorityApart, authorityFile, authorityOptions} from './authority.js';
import {fakerApart, fakerSource} from './faker.js';
import {foldersOf, licences} from './licences.js';
import {preloads, writePreloadTypes} from './preloads.js';
import {later, putOffFiles} from './put-off.js';
import {putTogether} from './together.js';

/** Bodies are refused unless they are UTF-8: the tables of all other character sets would be a fifth of the package. */
const utf8Alone = {
  name: 'utf8-alone',
  setup({onLoad}) {
    onLoad({filter: /iconv-lite[\\/]encodings[\\/](?:dbcs|sbcs)-data(?:-generated)?\.js$/}, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/** Runs before all others, which it keeps what V8 makes of. */
const codeCache = 'dist/src/cli/machine/code-cache.js';

/**
 * Makes a folder of the compiled code with all that it imports: a start that has to find and read 800 files takes twice
 * as long as one that reads a few. `cli.cjs` and `index.cjs` are what a command and a library run, and share their parts;
 * `index.js` is what `import` gets of the latter.
 * @param root of the package
 * @param outdir made anew, whole or not at all
 * @returns the folders of the packages that went into it, from the root on
 */
export async function bundle(root, outdir) {
  const made = `${outdir}.new`;
  const modules = `${outdir}.modules`;
  const options = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    // The package is a third smaller. Names stay as they are, and lines short enough for a stack trace to say something.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'error',
    external: putOffFiles,
    // Koa's parts bring it. For Node it makes its functions by `eval`, which a process can forbid; for browsers it has others.
    alias: {depd: 'depd/lib/browser/index.js'},
  };
  await Promise.all([made, modules].map(folder => rm(folder, {recursive: true, force: true})));
  const found = new Map();
  const parts = await build({
    ...options,
    entryPoints: {cli: 'dist/src/cli/index.js', index: 'dist/src/index.js'},
    outdir: modules,
    splitting: true,
    format: 'esm',
    plugins: [authorityApart, fakerApart, utf8Alone, later(found)],
  });
  const apart = await Promise.all([
    build({...options, ...authorityOptions, entryPoints: [authorityFile], outfile: path.join(made, 'authority.cjs')}),
    build({...options, entryPoints: [codeCache], outfile: path.join(made, 'code-cache.cjs')}),
    build({...options, stdin: {contents: fakerSource, resolveDir: root}, outfile: path.join(made, 'faker.cjs')}),
    ...preloads(options, made),
    ...Array.from(found, ([name, file]) =>
      build({...options, entryPoints: [file], outfile: path.join(made, `${name}.cjs`)}),
    ),
  ]);
  await asCommonJs(modules, made, options);
  await putTogether(made, parts.metafile.outputs);
  await writePreloadTypes(made);
  const outputs = Object.assign({}, ...[parts, ...apart].map(({metafile}) => metafile.outputs));
  const exported = outputs[path.relative(root, path.join(modules, 'index.js'))].exports;
  await writeFile(path.join(made, 'index.js'), `export {${exported.join(', ')}} from './index.cjs';\n`);
  const folders = foldersOf([parts, ...apart].flatMap(({metafile}) => Object.keys(metafile.inputs)));
  await writeFile(path.join(made, 'LICENSES.txt'), await licences(root, folders));
  // What each file is made of and imports, for the tests.
  await writeFile(`${outdir}.json`, JSON.stringify(outputs));
  await rm(outdir, {recursive: true, force: true});
  await rename(made, outdir);
  return folders;
}
