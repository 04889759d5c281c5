import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import test from 'ava';
import {marked, type Token} from 'marked';
import {root} from './support/pages.js';

/** The manifest with the two fields that a publisher sets. */
const manifest = {
  ...JSON.parse(readFileSync(`${root}package.json`, 'utf8')),
  repository: {type: 'git', url: 'git+https://github.com/owner/crm-sandbox.git'},
  homepage: 'https://github.com/owner/crm-sandbox#readme',
};

const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');

/** npm resolves relative links of a README to files of the repository. */
const bases: Readonly<Record<string, string>> = {link: `${repository}/blob/HEAD/`, image: `${repository}/raw/HEAD/`};

/** The links, images and HTML of a page. */
function partsOf(markdown: string): Token[] {
  const found: Token[] = [];
  marked.walkTokens(marked.lexer(markdown), token => {
    if (['link', 'image', 'html'].includes(token.type)) {
      found.push(token);
    }
  });
  return found;
}

/** @param files all files of the repository @returns the reason why a part of the page is broken, or an empty text */
function problemOf(token: Token, files: ReadonlySet<string>): string {
  if (token.type === 'html') {
    return `${token.raw.trim()}: HTML can refer to files that this test does not check`;
  }
  const {href} = token as {href: string};
  const base = bases[token.type]!;
  const url = new URL(href, base);
  if (!href.startsWith('https:') && !url.href.startsWith(base)) {
    return `${href} leaves the repository`;
  }
  const file = decodeURI(url.pathname.slice(new URL(base).pathname.length));
  return url.href.startsWith(base) && file !== '' && !files.has(file) ? `${url.href}: there is no ${file}` : '';
}

const withGit = existsSync(`${root}.git`) ? test : test.skip;

withGit('every link and image of the README resolves on npm to a repository file or a web page', t => {
  const files = new Set(execFileSync('git', ['ls-files', '-z'], {cwd: root, encoding: 'utf8'}).split('\0'));
  const parts = partsOf(readFileSync(`${root}README.md`, 'utf8'));
  t.true(parts.filter(({type}) => type === 'link').length > 15);
  t.is(parts.filter(({type}) => type === 'image').length, 1);
  t.deepEqual(
    parts.map(part => problemOf(part, files)).filter(problem => problem !== ''),
    [],
  );

  const wrong =
    '[a](docs/no.md) [b](docs/seed.schema.json) [c](../x.md) [d](http://127.0.0.1/) ![e](docs/no.png) <img src="x">';
  t.is(partsOf(wrong).filter(part => problemOf(part, files) !== '').length, 6, 'the test must find broken links');
  const right =
    '[a](docs/start/tour.md) [b](docs/reference/errors.md#errors) [c](#keys) ![d](docs/console-requests.png) [e](https://x.org)';
  t.deepEqual(
    partsOf(right).map(part => problemOf(part, files)),
    ['', '', '', '', ''],
  );
});
