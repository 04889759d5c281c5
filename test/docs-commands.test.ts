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

/** Lines that run a user's command, which may not exist here. Other tests run the named blocks. */
const lines = pages.flatMap(page =>
  blocksOf(page)
    .filter(({language, file, run}) => language === 'sh' && file === undefined && run === undefined)
    .flatMap(({text}) => text.match(/^npx crm-sandbox (?:exec|check) .*$/gm) ?? [])
    .map(line => ({page, line})),
);

/** Splits a shell line into words, respecting single quotes. */
const wordsOf = (line: string) =>
  Array.from(line.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain!);

/** The exit code if the command does nothing: nothing was intercepted, or a check had no requests. */
const codeOf = (words: readonly string[]): number => (words[0] === 'check' ? 6 : words.includes('--intercept') ? 7 : 0);

test('the pages contain lines that run a user’s command', t => {
  t.true(lines.length > 8, `${lines.length}`);
});

for (const [index, {page, line}] of lines.entries()) {
  test(`${page}: ${index}: ${line}`, async t => {
    const [, , ...words] = wordsOf(line);
    const options = words.slice(0, words.indexOf('--'));
    t.true(words.includes('--'));
    const {code, stderr} = await runCli(t, [...options, '--', 'true'], await withoutJdk(t), await newFolder(t)).ended;
    t.is(code, codeOf(options), stderr);
  });
}
