import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {findingPages} from '../../src/findings/rule-page.js';
import {startWatched} from '../support/findings.js';
import {sendRequest} from '../support/http.js';
import {root} from '../support/pages.js';

const folder = path.join(root, 'docs/rules');

test('docs/rules contains the generated page of each rule (run npm run docs)', t => {
  const pages = findingPages();
  t.deepEqual(readdirSync(folder).sort(), [...pages.keys()].sort());
  for (const [name, text] of pages) {
    t.is(readFileSync(path.join(folder, name), 'utf8'), text, name);
  }
});

test('rule pages and their list are served without a key', async t => {
  const {url} = await startWatched(t);
  const get = (where: string) => sendRequest(`${url}${where}`, {method: 'GET', headers: {}});
  const page = await get('/docs/rules/zero-gift');
  t.is(page.status, 200);
  t.is(page.headers.get('content-type'), 'text/plain; charset=utf-8');
  t.is(page.text, readFileSync(path.join(folder, 'zero-gift.md'), 'utf8'));
  t.is((await get('/docs/rules/zero-gift.md')).text, page.text);
  t.regex((await get('/docs/rules')).text, /zero-gift/);
  t.is((await get('/docs/rules/nothing')).status, 404);
});
