import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import {seedSchema} from '../../src/openapi/seed-schema.js';
import {catalog} from '../../src/resources/index.js';
import {importable, load} from '../import/loads.js';
import {generatingTest} from '../support/generating-test.js';
import {startTestSandbox} from '../support/sandbox.js';

interface Schema {
  readonly examples: ReadonlyArray<{readonly records: Record<string, Array<Record<string, unknown>>>}>;
}

const schema = seedSchema(catalog) as unknown as Schema;
const [{records}] = schema.examples as [Schema['examples'][number]];

function validator() {
  const ajv = new Ajv2020({strict: false, allErrors: true});
  formats.default(ajv);
  return ajv.compile(schema);
}

test('every kind of record has an example, and all examples load together', async t => {
  t.deepEqual(Object.keys(records).sort(), [...importable].sort());
  const {counts} = await load(records);
  for (const [kind, list] of Object.entries(records)) {
    t.true(counts.get(kind)! >= list.length, kind);
  }
});

generatingTest('the seed schema accepts every example, and rejects misspelled fields and lists', t => {
  const validate = validator();
  t.true(validate({$schema: 'x', mode: 'merge', records}), JSON.stringify(validate.errors?.slice(0, 3)));
  for (const [kind, [record]] of Object.entries(records)) {
    t.false(validate({records: {[kind]: [{...record, naem: 'x'}]}}), kind);
  }
  t.false(validate({records: {constituent: []}}));
  t.false(validate({constituents: []}));
});

test('/seed.schema.json is served without a key and equals docs/seed.schema.json', async t => {
  const shipped = readFileSync(new URL('../../../docs/seed.schema.json', import.meta.url), 'utf8');
  const sandbox = await startTestSandbox(t);
  const {status, body} = await sandbox.request('GET', '/seed.schema.json', undefined, {key: null});
  t.is(status, 200);
  t.deepEqual(body, JSON.parse(shipped));
});

test('a seed may contain $schema', async t => {
  const sandbox = await startTestSandbox(t);
  const {status, body} = await sandbox.post('/_sandbox/seed', {$schema: 'http://127.0.0.1/seed.schema.json', records});
  t.is(status, 200, body.description);
});
