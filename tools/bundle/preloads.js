import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {build} from 'esbuild';

/** What runs in the processes of the user's command, and what he imports to have the same in his own: one file each. */
const entries = ['preload', 'intercept'];

/** @param to the folder of the bundle */
export const preloads = (options, to) =>
  entries.map(name =>
    build({
      ...options,
      entryPoints: [`dist/src/preload/${name}.js`],
      outfile: path.join(to, `${name}.cjs`),
      format: 'cjs',
      // A command may run on an older Node than the sandbox does.
      target: 'node16',
      define: {'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename'},
    }),
  );

/** It is imported for what it does, and exports nothing. */
export const writePreloadTypes = to => writeFile(path.join(to, 'intercept.d.cts'), 'export {};\n');
