import test from 'ava';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';
import {beyondContract, contract} from '../support/contract.js';
import {readContract} from './contract.js';
import {Coverage} from './coverage.js';

const known = readContract(JSON.parse(JSON.stringify(servedDocument(catalog).documentAt('http://127.0.0.1:4080'))));

test('the fuzz covers every operation of the contract, and each PATCH as a PUT', t => {
  const covered = new Set(known.operations.map(({method, path}) => `${method} ${path}`));
  const rows = [...contract, ...beyondContract];
  const puts = rows.filter(({method}) => method === 'PATCH').map(({path}) => `PUT ${path}`);
  const expected = [...rows.map(({method, path}) => `${method} ${path}`), ...puts];
  t.deepEqual(
    expected.filter(call => !covered.has(call)),
    [],
  );
  t.true(puts.length > 20);
});

test('coverage lists operations without a successful request', t => {
  const coverage = new Coverage(known.operations);
  const [missing, ...rest] = known.operations;
  for (const operation of rest) {
    coverage.take(operation, operation.body?.example, []);
  }
  t.deepEqual(coverage.neverTaken, [missing!.id]);
  coverage.take(missing!, {}, []);
  t.deepEqual(coverage.neverTaken, []);
});
