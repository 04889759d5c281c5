import test from 'ava';
import {servedDocument} from '../../src/openapi/served-document.js';
import {catalog} from '../../src/resources/index.js';
import {beyondContract, contract} from '../support/contract.js';
import {readContract} from './contract.js';
import {Coverage} from './coverage.js';

const known = readContract(JSON.parse(JSON.stringify(servedDocument(catalog).documentAt('http://127.0.0.1:4080'))));

test('the fuzz knows every operation of the tables, and each update as a PUT, too', t => {
  const drawn = new Set(known.operations.map(({method, path}) => `${method} ${path}`));
  const rows = [...contract, ...beyondContract];
  const puts = rows.filter(({method}) => method === 'PATCH').map(({path}) => `PUT ${path}`);
  const wanted = [...rows.map(({method, path}) => `${method} ${path}`), ...puts];
  t.deepEqual(
    wanted.filter(call => !drawn.has(call)),
    [],
  );
  t.true(puts.length > 20);
});

test('an operation that no request of a run was taken by is told', t => {
  const coverage = new Coverage(known.operations);
  const [left, ...others] = known.operations;
  for (const operation of others) {
    coverage.take(operation, operation.body?.example, []);
  }
  t.deepEqual(coverage.neverTaken, [left!.id]);
  coverage.take(left!, {}, []);
  t.deepEqual(coverage.neverTaken, []);
});
