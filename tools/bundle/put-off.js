/**
 * Packages that a start has no need of, and the functions that are asked of them.
 * Each is a file of its own, which is read when the first of them is used. Bench: `start`, as a multiple of node -e 0:
 * 3.76 where all of them run, 3.13 where they are read and not run, and a tenth less where they are not read.
 */
const putOff = {
  // For help.
  cliui: {functions: ['default']},
  'string-width': {functions: ['default']},
  // For types that are not written out. Koa's parts bring three versions of its table.
  'mime-types': {functions: ['charset', 'contentType', 'extension', 'lookup']},
};

/** Parts of Node that are of use to a few commands: what is asked of each. Together a start takes 8 ms to make them. */
const putOffParts = {
  assert: ['notStrictEqual', 'strictEqual'],
  'node:child_process': ['execFile', 'execFileSync', 'spawn'],
  'node:zlib': ['createBrotliDecompress', 'createGunzip', 'createUnzip', 'gzipSync'],
};

/** The files that they are in. */
export const putOffFiles = Object.keys(putOff).map(name => `./${name}.cjs`);

/** In place of a package: what looks like it, and loads it when it is used. */
function standIn(name) {
  const {functions} = putOff[name];
  const loaded = `require('./${name}.cjs')`;
  return functions
    .map(called => {
      const exported = called === 'default' ? 'module.exports' : `exports.${called}`;
      return `${exported} = (...values) => ${loaded}.${called}(...values);`;
    })
    .join('\n');
}

/** In place of a part of Node: it is asked for when the first of these is looked at, not when it is imported. */
const partStandIn = name =>
  putOffParts[name]
    .map(
      part => `Object.defineProperty(exports, '${part}', {enumerable: true, get: () => require('${name}').${part}});`,
    )
    .join('\n');

/** @param found where each of those packages lies, by its name: a map to fill */
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
