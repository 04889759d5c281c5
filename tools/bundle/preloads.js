import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

/** The preload for processes of the user's command, and the module that users import for the same effect. */
const entries = ['preload', 'intercept'];

/** @param to the folder of the bundle */
export const preloads = (options, to) =>
  entries.map(name =>
    build({
      ...options,
      entryPoints: [`dist/src/preload/${name}.js`],
      outfile: path.join(to, `${name}.cjs`),
      format: 'cjs',
      // A command may run on an older Node than the sandbox.
      target: 'node16',
      define: {'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename'},
    }),
  );

/** The module is imported for its side effects and exports nothing. */
export const writePreloadTypes = to => writeFile(path.join(to, 'intercept.d.cts'), 'export {};\n');
