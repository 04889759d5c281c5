import test from 'ava';
import {commands} from '../../src/cli/index.js';
import {startTestSandbox} from '../support/sandbox.js';

test('GET /llms.txt needs no key, and every link in it works', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, headers, text} = await sandbox.get('/llms.txt', {key: null});
  t.is(status, 200);
  t.is(headers.get('content-type'), 'text/plain; charset=utf-8');
  t.notRegex(text, /\{\{/);
  const links = Array.from(text.matchAll(/\]\((\/[^)]*)\)/g), ([, link = '']) => link);
  t.true(links.length > 10);
  for (const link of links) {
    t.is((await sandbox.get(link)).status, 200, link);
  }
});

test('the commands and requests in /llms.txt exist', async t => {
  const sandbox = await startTestSandbox(t);
  const {text} = await sandbox.get('/llms.txt', {key: null});
  const words = Array.from(text.matchAll(/`crm-sandbox (\w+)/g), ([, word]) => word);
  const known = commands.map(({command}) => String(command).split(' ')[0]);
  t.deepEqual([...new Set(words)], ['exec', 'findings', 'explain', 'check']);
  t.true(words.every(word => known.includes(word)));
  const posts = Array.from(text.matchAll(/`POST (\S+)`(?: with `(.*)`)?/g), ([, path = '', body]) => ({path, body}));
  t.is(posts.length, 2);
  for (const {path, body} of posts) {
    const {status} = await sandbox.post(path, body && JSON.parse(body));
    t.true(status === 200 || status === 201, `${path}: ${status}`);
  }
});
