import {readdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

const faker = '@faker-js/faker/locale/en_US';

/** Takes 30 ms of a start, so it is a file of its own, read when data are made. */
const fakerApart = {
  name: 'faker-apart',
  setup({onLoad}) {
    onLoad({filter: /fixtures[\\/]pools\.js$/}, async ({path: file}) => {
      const code = await readFile(file, 'utf8');
      return {contents: code.replace(`'${faker}'`, "'./faker.cjs'")};
    });
  },
};

/** Bodies are refused unless they are UTF-8: the tables of all other character sets would be a fifth of the package. */
const utf8Alone = {
  name: 'utf8-alone',
  setup({onLoad}) {
    onLoad({filter: /iconv-lite[\\/]encodings[\\/](?:dbcs|sbcs)-data(?:-generated)?\.js$/}, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/**
 * Packages that a start has no need of, and what is asked of them: functions, or values that are classes and tables.
 * Each is a file of its own, which is read when the first of them is used. Bench: `start`, as a multiple of node -e 0:
 * 3.76 where all of them run, 3.13 where they are read and not run, and a tenth less where they are not read.
 */
const putOff = {
  // For help.
  cliui: {functions: ['default']},
  'string-width': {functions: ['default']},
  // For progress bars.
  'cli-progress': {values: ['Presets', 'SingleBar']},
  // For types that are not written out. Koa's parts bring three versions of its table.
  'mime-types': {functions: ['charset', 'contentType', 'extension', 'lookup']},
};

/** In place of a package: what looks like it, and loads it when it is used. */
function standIn(name) {
  const {functions = [], values = []} = putOff[name];
  const loaded = `require('./${name}.cjs')`;
  return [
    ...functions.map(called => {
      const exported = called === 'default' ? 'module.exports' : `exports.${called}`;
      return `${exported} = (...values) => ${loaded}.${called}(...values);`;
    }),
    ...values.map(
      value => `Object.defineProperty(exports, '${value}', {enumerable: true, get: () => ${loaded}.${value}});`,
    ),
  ].join('\n');
}

/** @param found where each of those packages lies, by its name: a map to fill */
const later = found => ({
  name: 'later',
  setup({onLoad, onResolve, resolve}) {
    const names = new RegExp(`^(?:${Object.keys(putOff).join('|')})$`);
    onResolve({filter: names}, async ({path: name, kind, importer, resolveDir, pluginData}) => {
      if (pluginData === 'later') {
        return undefined;
      }
      const {path: file} = await resolve(name, {kind, importer, resolveDir, pluginData: 'later'});
      found.set(name, file);
      return {path: name, namespace: 'later'};
    });
    onLoad({filter: /.*/, namespace: 'later'}, ({path: name}) => ({contents: standIn(name)}));
  },
});

/**
 * Makes a folder of the compiled code with all that it imports: a start that has to find and read 800 files takes twice
 * as long as one that reads a few.
 * @param root of the package
 * @param outdir made anew, whole or not at all
 * @returns the folders of the packages that went into it, from the root on
 */
export async function bundle(root, outdir) {
  const made = `${outdir}.new`;
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
    // Koa's parts bring it. For Node it makes its functions by `eval`, which a process can forbid; for browsers it has others.
    external: Object.keys(putOff).map(name => `./${name}.cjs`),
    alias: {depd: 'depd/lib/browser/index.js'},
  };
  await rm(made, {recursive: true, force: true});
  const found = new Map();
  const builds = await Promise.all([
    build({
      ...options,
      entryPoints: {cli: 'dist/src/cli/index.js', index: 'dist/src/index.js'},
      outdir: made,
      splitting: true,
      format: 'esm',
      plugins: [fakerApart, utf8Alone, later(found)],
      // Packages of the older kind ask for Node's own modules with `require`.
      banner: {
        js: "import {createRequire as requireOf} from 'node:module';\nconst require = requireOf(import.meta.url);",
      },
    }),
    // For `require`, where a test runner keeps code from importing: one file, which runs its parts when they are needed.
    build({
      ...options,
      entryPoints: ['dist/src/index.js'],
      outfile: path.join(made, 'index.cjs'),
      format: 'cjs',
      plugins: [fakerApart, utf8Alone, later(found)],
      define: {'import.meta.url': 'ownUrl'},
      banner: {js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;"},
    }),
    build({...options, entryPoints: [faker], outfile: path.join(made, 'faker.cjs')}),
  ]);
  for (const [name, file] of found) {
    builds.push(await build({...options, entryPoints: [file], outfile: path.join(made, `${name}.cjs`)}));
  }
  const folders = foldersOf(builds.flatMap(({metafile}) => Object.keys(metafile.inputs)));
  await writeFile(path.join(made, 'LICENSES.txt'), await licences(root, folders));
  // What each file is made of and imports, for the tests.
  await writeFile(`${outdir}.json`, JSON.stringify(Object.assign({}, ...builds.map(({metafile}) => metafile.outputs))));
  await rm(outdir, {recursive: true, force: true});
  await rename(made, outdir);
  return folders;
}

/** The folders of the packages that files are from. */
const foldersOf = files => [
  ...new Set(files.flatMap(file => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [])),
];

/** The licences of all packages in folders. */
async function licences(root, folders) {
  const texts = await Promise.all(
    [...folders].sort().map(async name => {
      const folder = path.join(root, name);
      const {
        name: packageName,
        version,
        license,
      } = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
      const file = (await readdir(folder)).find(entry => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? `${license}\n` : await readFile(path.join(folder, file), 'utf8');
      return `${packageName} ${version}\n\n${text}`;
    }),
  );
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
