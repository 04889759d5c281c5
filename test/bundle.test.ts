import {readFileSync} from 'node:fs';
import test from 'ava';
import {packageFolder} from '../src/version.js';

const folder = new URL('dist/bundle/', packageFolder);

/** A file of the bundle, and all that it imports before it runs. */
function importedBy(name: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (!found.has(name)) {
    const code = readFileSync(new URL(name, folder), 'utf8');
    found.set(name, code);
    for (const [, imported] of code.matchAll(/^(?:\} from |import )"\.\/([^"]+)";$/gm)) {
      importedBy(imported!, found);
    }
  }
  return found;
}

/** What stands in a file of the bundle above the code of each file that it was made of. */
const sourcesOf = (name: string) =>
  [...importedBy(name).values()].flatMap(code =>
    Array.from(code.matchAll(/^\s*\/\/ ((?:node_modules|dist)\/.*)$/gm), ([, file]) => file!),
  );

for (const name of ['cli.js', 'index.js']) {
  test(`${name} imports nothing that a start does not need`, t => {
    const sources = sourcesOf(name);
    t.true(sources.some(source => source.startsWith('dist/src/')));
    const unneeded =
      /@faker-js|iconv-lite|koa-bodyparser|zod\/v4\/locales\/(?!en\.)|node_modules\/(?:ajv|yaml|mime-db|cliui|cli-progress)\//;
    t.deepEqual(
      sources.filter(source => unneeded.test(source)),
      [],
    );
  });
}

test('the command line imports the server only when a command starts one', t => {
  t.deepEqual(
    sourcesOf('cli.js').filter(source => /node_modules\/(?:koa|zod)\//.test(source)),
    [],
  );
  t.true(sourcesOf('index.js').some(source => source.startsWith('node_modules/koa/')));
});
