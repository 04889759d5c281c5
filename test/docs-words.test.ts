import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {root} from './support/pages.js';

/** Hand-written words in all pages together. */
const maxWords = 20_000;

/** Generated pages, and the assumptions, which the OpenAPI document quotes. */
const ofCode = /^docs\/(?:rules\/|reference\/assumptions\.md$)/;

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(path.join(root, 'docs'), {encoding: 'utf8', recursive: true})
    .filter(file => file.endsWith('.md'))
    .map(file => path.posix.join('docs', file.replaceAll(path.sep, '/'))),
].filter(page => !ofCode.test(page));

/** Counts the words of a page without code and generated sections. */
function wordsIn(text: string): number {
  const written = text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/<!-- (bench:\w+) -->[\s\S]*?<!-- \/\1 -->/g, '')
    .replaceAll(/<!-- (?!end|until here|\/)[^>]* -->[\s\S]*?<!-- (?:end|until here) -->/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']');
  return written.split(/\s+/).filter(word => /\w/.test(word)).length;
}

const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8');

test('the documentation stays within its word limit', t => {
  const words = pages.map(page => wordsIn(textOf(page)));
  t.true(pages.length > 40);
  t.true(words.every(count => count > 20));
  const sum = words.reduce((all, count) => all + count, 0);
  t.log(`${sum} words`);
  t.true(sum <= maxWords, `${sum} words; the limit is ${maxWords}`);
});

test('words in tables and details are counted; code, link targets and generated sections are not', t => {
  t.is(wordsIn('one [two](three.md)\n\n| four | five |\n|---|---|\n'), 4);
  t.is(wordsIn('<details><summary>one</summary>two three</details>'), 2);
  t.is(wordsIn('one\n```sh\ntwo three\n```\nfour'), 2);
  t.is(
    wordsIn('one\n<!-- limits -->\n| two |\n<!-- end -->\nthree\n<!-- bench:start -->\n4\n<!-- /bench:start -->'),
    2,
  );
});

/** These pages are an index and instructions for reports. */
const withoutCommand = ['docs/README.md', 'SECURITY.md'];

test('each page starts with a sentence, and has a command or code on its first screen', t => {
  const withCommand = pages.filter(page => !withoutCommand.includes(page));
  const first = (page: string) => textOf(page).split('\n').slice(0, 25).join('\n');
  t.deepEqual(
    withCommand.filter(page => !/^# .+\n\n[A-Z\x60][^#]+\n[\s\S]*?^```/m.test(first(page))),
    [],
  );
});
