import {readdirSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli, withoutJdk} from './support/cli.js';
import {blocksOf, root} from './support/pages.js';

const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'), {encoding: 'utf8', recursive: true})
    .map(file => path.posix.join('docs', file.replaceAll(path.sep, '/')))
    .filter(file => file.endsWith('.md')),
];

/** The lines that run a command of the user's, which this machine may not have. Other tests run the blocks with a name. */
const lines = pages.flatMap(page =>
  blocksOf(page)
    .filter(({language, file, run}) => language === 'sh' && file === undefined && run === undefined)
    .flatMap(({text}) => text.match(/^npx crm-sandbox (?:exec|check) .*$/gm) ?? [])
    .map(line => ({page, line})),
);

/** Splits a line of a shell; quotes hold words together. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!);

/** The code of a run whose command does nothing: an intercepted one reached nothing, and a check has nothing to judge. */
const codeOf = (words: readonly string[]): number => (words[0] === 'check' ? 6 : words.includes('--intercept') ? 7 : 0);

test('the pages show commands of users', t => {
  t.true(lines.length > 8, `${lines.length}`);
});

for (const [index, {page, line}] of lines.entries()) {
  test(`${page}: ${index}: ${line}`, async t => {
    const [, , ...words] = wordsOf(line);
    const own = words.slice(0, words.indexOf('--'));
    t.true(words.includes('--'));
    const {code, stderr} = await runCli(t, [...own, '--', 'true'], await withoutJdk(t), await newFolder(t)).ended;
    t.is(code, codeOf(own), stderr);
  });
}
