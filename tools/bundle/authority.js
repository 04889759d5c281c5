import path from 'node:path';

/** What makes certificates is a file of its own, which is read when somebody intercepts hosts. */
export const authorityFile = 'dist/src/intercept/authority.js';

export const authorityApart = {
  name: 'authority-apart',
  setup({onResolve}) {
    onResolve({filter: /^\.\/authority\.js$/}, ({path: name, resolveDir}) =>
      path.join(resolveDir, name).endsWith(path.normalize(authorityFile))
        ? {path: './authority.cjs', external: true}
        : undefined,
    );
  },
};

/** Its packages have many parts that nobody asks for, which only their modules let esbuild see; nor are their names in a stack trace of any use. */
export const authorityOptions = {mainFields: ['module', 'main'], minify: true};
