import {createRequire} from 'node:module';
import {Ajv} from 'ajv';
import addFormats from 'ajv-formats';
import test from 'ava';
import {har} from '../../src/exchanges/har.js';
import {Journal} from '../../src/exchanges/journal/journal.js';
import {mayGenerate} from '../../src/schema/generated-code.js';
import {exchangeOf} from '../support/exchange.js';

const require = createRequire(import.meta.url);

function validator() {
  const ajv = new Ajv({strict: false});
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  (addFormats as unknown as (ajv: Ajv) => void)(ajv);
  const schemas = require('har-schema') as Readonly<Record<string, object>>;
  ajv.addSchema(Object.values(schemas));
  return ajv.getSchema('har.json')!;
}

/** A HAR of unusual exchanges. */
function archive() {
  const journal = new Journal('default');
  const requestHeaders = {host: '127.0.0.1:4080', 'content-type': 'application/json'};
  const headers = {'content-type': 'application/json; charset=utf-8', 'set-cookie': ['a', 'b']};
  for (const [index, rest] of [
    {url: '/api/v1/funds?limit=1&access_token=[hidden]', reply: '{"items":[]}'},
    {method: 'POST', rawBody: '{"name":"Çhoir"}', status: 200, reply: 'x'.repeat(100_000)},
    {url: '/api/v1/{id}|%zz%?q[]=\ud83d"<>^`\\ä', status: 404, account: null},
    {method: '', url: '', status: 400, account: null},
  ].entries()) {
    journal.read(
      exchangeOf(index + 1, {
        requestHeaders,
        headers,
        account: 'one',
        ...rest,
        ...(rest.account === null && {account: 'one'}),
      }),
    );
  }
  return JSON.parse([...har(journal.of('one').entries)].join(''));
}

(mayGenerate() ? test : test.skip)('a HAR of unusual requests is valid by the HAR schema', t => {
  const validate = validator();
  const document = archive();
  t.true(validate(document), JSON.stringify(validate.errors));
  t.false(validate({log: {...document.log, entries: [{}]}}), 'the schema must reject an invalid entry');
  t.is(document.log.version, '1.2');
});

test('a HAR has requests, responses and custom fields of the sandbox', t => {
  const {entries} = archive().log;
  t.deepEqual(
    entries.map((entry: {_seq: number}) => entry._seq),
    [1, 2, 3],
    'invalid HTTP must be left out',
  );
  t.like(entries[0], {
    request: {method: 'GET', url: 'http://127.0.0.1:4080/api/v1/funds?limit=1&access_token=%5Bhidden%5D', bodySize: 0},
    response: {status: 200, statusText: 'OK', content: {text: '{"items":[]}', size: 12}},
    _account: 'one',
  });
  t.like(entries[1], {
    request: {bodySize: 17, postData: {mimeType: 'application/json', text: '{"name":"Çhoir"}'}},
    response: {bodySize: 100_000},
  });
  t.regex(entries[1].response.content.comment, /^the beginning of 100000 bytes; SHA-256 [\da-f]{64}$/);
});
