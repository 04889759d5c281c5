import test from 'ava';
import {openApiDocument} from '../../src/openapi/document.js';
import {atServer, preparedDocument} from '../../src/openapi/prepared-document.js';
import {catalog} from '../../src/resources/index.js';

test('the prebuilt OpenAPI document equals the generated one', async t => {
  const prepared = await preparedDocument();
  const server = 'http://127.0.0.1:4080';
  t.is(JSON.stringify(atServer(prepared, server)), JSON.stringify(openApiDocument(catalog, server)));
});
