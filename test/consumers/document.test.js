import {createConfig, lintFromString} from '@redocly/openapi-core';
import {Validator} from '@seriousme/openapi-schema-validator';
import test from 'ava';
import {servedDocument} from '../../dist/src/openapi/served-document.js';
import {catalog} from '../../dist/src/resources/index.js';

const {documentAt} = servedDocument(catalog);

const document = JSON.parse(JSON.stringify(documentAt('http://127.0.0.1:4080')));

test('the document is valid OpenAPI 3.1', async t => {
  const {valid, errors} = await new Validator().validate(structuredClone(document));
  t.deepEqual(errors ?? [], []);
  t.true(valid);
  const broken = await new Validator().validate({...structuredClone(document), paths: {'/x': {get: {tags: 'x'}}}});
  t.false(broken.valid, 'the validator must reject a wrong document');
});

test('the document passes the linter', async t => {
  const config = await createConfig({extends: ['recommended']});
  const lint = async value => {
    const problems = await lintFromString({source: JSON.stringify(value), absoluteRef: '/openapi.json', config});
    return problems.map(({ruleId, message, location}) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
  };
  // These schemas describe records without the envelope; no response refers to them.
  const expected = ['Appeal', 'Constituent', 'Gift'].map(name => `#/components/schemas/${name}`);
  const problems = await lint(document);
  t.deepEqual(
    problems.filter(problem => !expected.some(place => problem.startsWith(`no-unused-components at ${place}:`))),
    [],
  );
  const {summary: _, ...withoutSummary} = document.paths['/api/v1/groups'].get;
  t.not(
    (await lint({...document, paths: {'/api/v1/groups': {get: withoutSummary}}})).length,
    0,
    'the linter must report a missing summary',
  );
});
