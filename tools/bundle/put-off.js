/**
 * Packages that a start does not need, with the functions or classes that the code uses. Each is a separate file, which
 * is loaded at the first call. Budget `start`, as a multiple of node -e 0: 3.76 if all are loaded, 3.13 if none is.
 */
const putOff = {
  // Only for help.
  cliui: {functions: ['default']},
  'string-width': {functions: ['default']},
  // Only for media types without a slash. Koa's packages bring three versions of its table.
  'mime-types': {functions: ['charset', 'contentType', 'extension', 'lookup']},
  // Only for data in a database. Its code need not be readable in stack traces.
  pg: {classes: ['Pool'], options: {minify: true, lineLimit: 0, external: ['pg-native', 'pg-cloudflare']}},
};

/** Node modules that only a few commands need, with the functions used. Loading all of them takes 8 ms of a start. */
const putOffParts = {
  assert: ['notStrictEqual', 'strictEqual'],
  'node:child_process': ['execFile', 'execFileSync', 'spawn'],
  'node:zlib': ['brotliDecompress', 'createBrotliDecompress', 'createGunzip', 'createUnzip', 'gzipSync'],
};

/** The esbuild options of a package's bundle. */
export const optionsOf = name => putOff[name].options ?? {};

export const putOffFiles = Object.keys(putOff).map(name => `./${name}.cjs`);

/** The source of a module with the functions of a package, which loads the package at the first call. */
function standIn(name) {
  const {functions = [], classes = []} = putOff[name];
  const loaded = `require('./${name}.cjs')`;
  return [...functions, ...classes]
    .map(called => {
      if (classes.includes(called)) {
        return `Object.defineProperty(exports, '${called}', {enumerable: true, get: () => ${loaded}.${called}});`;
      }
      const exported = called === 'default' ? 'module.exports' : `exports.${called}`;
      return `${exported} = (...values) => ${loaded}.${called}(...values);`;
    })
    .join('\n');
}

/** The source of a module with the exports of a Node module, which is loaded when one of them is first read. */
const partStandIn = name =>
  putOffParts[name]
    .map(
      part => `Object.defineProperty(exports, '${part}', {enumerable: true, get: () => require('${name}').${part}});`,
    )
    .join('\n');

/** @param found an empty map, which receives the file of each package by name */
export const later = found => ({
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
    onResolve({filter: new RegExp(`^(?:${Object.keys(putOffParts).join('|')})$`)}, ({path: name, namespace}) =>
      namespace === 'part' ? undefined : {path: name, namespace: 'part'},
    );
    onLoad({filter: /.*/, namespace: 'part'}, ({path: name}) => ({contents: partStandIn(name)}));
  },
});
