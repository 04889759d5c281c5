import {rename, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';
import {fakerApart, fakerSource} from './faker.js';
import {foldersOf, licences} from './licences.js';
import {preloads, writePreloadTypes} from './preloads.js';
import {later, optionsOf, putOffFiles} from './put-off.js';

/** The sandbox accepts only UTF-8: the tables of all other character sets would be a fifth of the package. */
const utf8Alone = {
  name: 'utf8-alone',
  setup({onLoad}) {
    onLoad({filter: /iconv-lite[\\/]encodings[\\/](?:dbcs|sbcs)-data(?:-generated)?\.js$/}, () => ({
      contents: 'module.exports = {};',
    }));
  },
};

/** Loaded before `cli.cjs`, whose code it caches. */
const codeCache = 'dist/src/cli/code-cache.js';

/** The command line and the library. esbuild runs a module only when a function here, or an `import()`, first needs it. */
const entry = `
  export const loadCli = () => require('./dist/src/cli/index.js');
  export const loadLibrary = () => require('./dist/src/index.js');
  export const loadMsw = () => require('./dist/src/sandbox/in-process/msw.js');
`;

/** The handlers for MSW. The package does not contain MSW; each file loads the one in the user's project. */
const mswEntries = {
  'msw.cjs': `const {http} = require('msw');
exports.handlers = require('./sandbox.cjs').loadMsw().handlersOf(http);
`,
  'msw.js': `import {http} from 'msw';
import sandbox from './sandbox.cjs';
export const handlers = sandbox.loadMsw().handlersOf(http);
`,
  ...Object.fromEntries(
    ['', 'c'].map(letter => [
      `msw.d.${letter}ts`,
      `import type {HttpHandler} from 'msw';
import type {RunningSandbox} from './index.${letter}js';
/**
 * Handlers for MSW's \`setupServer\`: the sandbox responds to all requests to one origin.
 * @param baseUrl an origin: \`https://api.example.com\`
 * @throws InvalidArgumentError if it is none
 */
export declare function handlers(sandbox: Pick<RunningSandbox, 'fetch'>, baseUrl: string | URL): HttpHandler[];
`,
    ]),
  ),
};

/** Writes the files that users load. `import` and `require` get the same code. */
async function writeEntries(folder) {
  const names = Object.keys(await import('../../dist/src/index.js')).join(', ');
  const library = `const {${names}} = require('./sandbox.cjs').loadLibrary();\nmodule.exports = {${names}};\n`;
  await Promise.all([
    writeFile(path.join(folder, 'cli.cjs'), `module.exports = require('./sandbox.cjs').loadCli();\n`),
    writeFile(path.join(folder, 'index.cjs'), library),
    writeFile(path.join(folder, 'index.js'), `export {${names}} from './index.cjs';\n`),
    ...Object.entries(mswEntries).map(([name, text]) => writeFile(path.join(folder, name), text)),
  ]);
}

/**
 * Bundles the compiled code with all packages that it imports: a start that has to find and read 800 files takes twice
 * as long as one that reads a few. All of it is in `sandbox.cjs`, except for parts that most starts do not need.
 * @param root of the package
 * @param outdir is replaced, or kept if the build fails
 * @returns the folders of the bundled packages, relative to the root
 */
export async function bundle(root, outdir) {
  const target = `${outdir}.new`;
  const options = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    legalComments: 'none',
    // The package is a third smaller. Names stay as they are, and lines short enough for stack traces to be useful.
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 200,
    metafile: true,
    absWorkingDir: root,
    logLevel: 'error',
    external: putOffFiles,
    // In Node, depd creates functions with `eval`, which a process can forbid; its browser version does not.
    alias: {depd: 'depd/lib/browser/index.js'},
  };
  await rm(target, {recursive: true, force: true});
  const found = new Map();
  const sandbox = await build({
    ...options,
    stdin: {contents: entry, resolveDir: root},
    outfile: path.join(target, 'sandbox.cjs'),
    plugins: [fakerApart, utf8Alone, later(found)],
    // A test runner can keep code from importing, so that an `import()` becomes a `require`.
    supported: {'dynamic-import': false},
    define: {'import.meta.url': 'ownUrl'},
    banner: {js: "const ownUrl = require('node:url').pathToFileURL(__filename).href;"},
  });
  const apart = await Promise.all([
    build({...options, entryPoints: [codeCache], outfile: path.join(target, 'code-cache.cjs')}),
    build({...options, stdin: {contents: fakerSource, resolveDir: root}, outfile: path.join(target, 'faker.cjs')}),
    ...preloads(options, target),
    ...Array.from(found, ([name, file]) =>
      build({...options, ...optionsOf(name), entryPoints: [file], outfile: path.join(target, `${name}.cjs`)}),
    ),
  ]);
  await Promise.all([writeEntries(target), writePreloadTypes(target)]);
  const metafiles = [sandbox, ...apart].map(({metafile}) => metafile);
  const folders = foldersOf(metafiles.flatMap(({inputs}) => Object.keys(inputs)));
  await writeFile(path.join(target, 'LICENSES.txt'), await licences(root, folders));
  // The tests read the contents of each file.
  const outputs = Object.assign({}, ...metafiles.map(metafile => metafile.outputs));
  await writeFile(`${outdir}.json`, JSON.stringify({inputs: sandbox.metafile.inputs, outputs}));
  await rm(outdir, {recursive: true, force: true});
  await rename(target, outdir);
  return folders;
}
