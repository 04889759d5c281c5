import test, {type ExecutionContext} from 'ava';
import {servedDocument} from '../src/openapi/served-document.js';
import type {Operation} from '../src/operations/operation.js';
import {catalog, operations} from '../src/resources/index.js';
import {beyondContract, type ContractRow, codeSets, contract, contractBodies, listener} from './support/contract.js';

const call = ({method, path}: {readonly method: string; readonly path: string}) => `${method} ${path}`;
const byCall = new Map(operations.map(operation => [call(operation), operation]));
const tabled = new Set([...contract, ...beyondContract].map(call));

/** New kinds of records have no row in a table; their operations declare that they go beyond the contract. */
const [tabledKinds, newKinds] = [true, false].map(isTabled =>
  catalog.kinds.filter(kind => kind.operations.some(operation => tabled.has(call(operation))) === isTabled),
);
const callsOf = (kinds: typeof catalog.kinds) => kinds.flatMap(kind => kind.operations.map(call));
const newCalls = new Set(callsOf(newKinds!));

test('the contract table has all 77 operations', t => {
  t.is(contract.length, 77);
  t.is(new Set(contract.map(call)).size, 77);
});

test('the table beyond the contract has 15 operations that the contract’s records need, and 49 more', t => {
  const calls = beyondContract.map(call).filter(name => name.includes(' /api/v1/'));
  t.is(new Set(calls).size, 15 + 49);
  t.is(calls.length, 15 + 49);
});

test('every operation of the tables is served once, and no others', t => {
  t.is(byCall.size, operations.length);
  t.deepEqual(callsOf(tabledKinds!).sort(), [...tabled].sort());
});

test('the OpenAPI document has exactly the operations of the tables and the listener', t => {
  const {paths} = servedDocument(catalog).documentAt('/');
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap(method => (method === 'put' ? [] : [`${method.toUpperCase()} ${path}`])),
  );
  t.deepEqual(
    described.sort(),
    [...contract, ...beyondContract, listener]
      .map(call)
      .concat([...newCalls])
      .sort(),
  );
});

test('the listener has the body, response and codes of its row, no key, and declares its source', t => {
  // biome-ignore lint/suspicious/noExplicitAny: the test reads the document as JSON
  const {post} = servedDocument(catalog).documentAt('/').paths[listener.path] as Record<string, any>;
  t.deepEqual(Object.keys(post.responses).map(Number), listener.codes);
  t.deepEqual(post.responses[200].content['application/json'].schema, {
    $ref: `#/components/schemas/${listener.response}`,
  });
  t.deepEqual(Object.keys(post.requestBody.content).sort(), listener.bodies);
  t.deepEqual(post.security, []);
  t.regex(post['x-beyond-contract'], /^Declared by the service/);
  t.is(post['x-assumed'].length, 1);
});

test('operation ids are unique', t => {
  t.is(new Set(operations.map(({id}) => id)).size, operations.length);
});

test('exactly the operations beyond the contract are marked as such', t => {
  t.deepEqual(
    operations
      .filter(operation => operation.beyondContract)
      .map(call)
      .sort(),
    [...beyondContract.map(call), ...newCalls].sort(),
  );
});

function describeReply({reply}: Operation): string {
  switch (reply.kind) {
    case 'page':
      return typeof reply.itemType === 'string' ? `Page<${reply.itemType}>` : 'Page<type values>';
    case 'object':
      return 'object';
    case 'result':
      return 'Result';
  }
}

/** Declared as required, but optional: an id may be replaced by a name and vice versa. */
const reliefs = new Set(['group_id', 'gift_type_id', 'gift_type_name']);

const table = (rows: readonly ContractRow[]) => {
  for (const row of rows) {
    test(`${call(row)} has the query, body, response and codes of the table`, t => {
      const operation = byCall.get(call(row))!;
      t.deepEqual(operation.codes, codeSets[row.codes]);
      t.is(describeReply(operation), /^(?:Page|Result)/.test(row.response) ? row.response : 'object');
      const query = Object.keys(operation.query?.shape ?? {}).map(name => (name === 'q' ? 'q[]' : name));
      t.deepEqual([...new Set(query)].sort(), [...row.query].sort());
      checkBody(t, operation, row);
    });
  }
};

function checkBody(t: ExecutionContext, operation: Operation, {method, path, body}: ContractRow): void {
  const declared = body === undefined ? [] : contractBodies[body].split(' ');
  const fields = Object.keys(operation.body?.shape ?? {});
  t.deepEqual(fields.sort(), declared.map(field => field.replace('!', '')).sort());
  for (const field of declared) {
    const name = field.replace('!', '');
    const isRequired = !operation.body.shape[name].isOptional();
    const mustBe = field.endsWith('!') && method === 'POST' && !reliefs.has(name) && !path.includes(`{${name}}`);
    t.is(isRequired, mustBe, `${name} must ${mustBe ? '' : 'not '}be required by the schema`);
  }
}

table(contract);
table(beyondContract);
