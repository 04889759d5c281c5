import {readFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {parse} from 'yaml';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';
import {newFolder} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';

const {documentAt} = servedDocument(catalog);

const plain = (server: string) => JSON.parse(JSON.stringify(documentAt(server)));

test('openapi prints the document without a running sandbox', async t => {
  const {code, stdout, stderr} = await runHere(['openapi']);
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(JSON.parse(stdout), plain('http://127.0.0.1:4080'));
});

test('openapi --yaml --out writes a file, and --server sets its base URL', async t => {
  const file = path.join(await newFolder(t), 'openapi.yaml');
  const {code, stdout} = await runHere(['openapi', '--yaml', '--out', file, '--server', 'https://crm.example.org']);
  t.deepEqual([code, stdout], [0, `the OpenAPI document is written to ${file}\n`]);
  t.deepEqual(parse(await readFile(file, 'utf8')), plain('https://crm.example.org'));
});

test('openapi rejects an invalid path or server', async t => {
  const missing = await runHere(['openapi', '--out', '/nowhere/at/all.json']);
  t.is(missing.code, 1);
  t.regex(missing.stderr, /nowhere/);
  const odd = await runHere(['openapi', '--server', 'here']);
  t.is(odd.code, 2);
  t.regex(odd.stderr, /^--server must be an address/);
});
