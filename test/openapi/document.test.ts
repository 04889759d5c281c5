import {Ajv2020} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import {servedDocument} from '../../src/openapi/served-document.js';
import {statuses} from '../../src/operations/operation.js';
import {catalog, operations} from '../../src/resources/index.js';
import {generatingTest} from '../support/generating-test.js';

const {documentAt} = servedDocument(catalog);

// biome-ignore lint/suspicious/noExplicitAny: the tests read the document as plain JSON
const document: any = JSON.parse(JSON.stringify(documentAt('http://127.0.0.1:4080')));

// biome-ignore lint/suspicious/noExplicitAny: as above
const described: ReadonlyArray<{name: string; path: string; method: string; operation: any}> = Object.entries(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods as object).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
);

/** Returns a function that validates a value against a schema of the document, and describes the errors. */
function schemaValidator() {
  const ajv = new Ajv2020({strict: false});
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  return (schema: object, value: unknown): string | undefined => {
    const check = ajv.compile('$ref' in schema ? {$ref: `document${schema.$ref}`} : schema);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

/** All operations except the listener, which accepts any fields; test/contract.test.ts covers it. */
const ofKinds = described.filter(({path}) => path.startsWith('/api/v1/'));

test('the document has every operation with all its statuses', t => {
  for (const operation of operations) {
    const found = document.paths[operation.path][operation.method.toLowerCase()];
    t.is(found.operationId, operation.id);
    t.deepEqual(Object.keys(found.responses).map(Number), [...statuses(operation)], operation.id);
  }
  t.is(described.length - 1, operations.length + operations.filter(({method}) => method === 'PATCH').length);
  t.is(new Set(described.map(({operation}) => operation.operationId)).size, described.length);
});

test('every operation has a summary, a described tag and described parameters', t => {
  const tags = new Map<string, string>(
    document.tags.map((tag: {name: string; description: string}) => [tag.name, tag.description]),
  );
  for (const {name, operation} of described) {
    t.regex(operation.summary, /^[A-Z].{5,}$/, name);
    t.deepEqual(
      operation.tags.filter((tag: string) => !tags.get(tag)),
      [],
      name,
    );
    for (const parameter of operation.parameters) {
      t.regex(parameter.description, /^.{5,}/, `${name} ${parameter.name}`);
    }
  }
});

test('every field of every schema is described', t => {
  for (const [name, schema] of Object.entries<{properties: Record<string, {description?: string}>}>(
    document.components.schemas,
  )) {
    t.true(Object.keys(schema.properties).length > 0, name);
    for (const [field, {description}] of Object.entries(schema.properties)) {
      t.regex(description ?? '', /^[A-Z`].*[.`]$/s, `${name}.${field} has a sentence`);
    }
  }
});

test('response schemas forbid additional properties, request schemas allow them', t => {
  const bodies = new Set(
    ofKinds.flatMap(
      ({operation}) => operation.requestBody?.content['application/json'].schema.$ref.split('/').at(-1) ?? [],
    ),
  );
  t.true(bodies.size > 25);
  for (const {operation, name} of described) {
    const reply = operation.responses[200].content['application/json'].schema.$ref.split('/').at(-1);
    t.false(document.components.schemas[reply].additionalProperties, name);
  }
  for (const name of bodies) {
    t.is(document.components.schemas[name].additionalProperties, undefined, name);
  }
});

generatingTest('every operation has examples that match their schemas', t => {
  const errorsOf = schemaValidator();
  for (const {name, operation} of described) {
    const contents = [operation.requestBody, operation.responses[200]]
      .filter(Boolean)
      .map(({content}) => content['application/json']);
    for (const {schema, example} of contents) {
      t.is(typeof example, 'object', `${name} has an example`);
      t.is(errorsOf(schema, example), undefined, name);
    }
    const {items} = operation.responses[200].content['application/json'].example;
    t.not(items?.length, 0, `${name}: the example has items`);
    for (const parameter of operation.parameters.filter((parameter: {in: string}) => parameter.in === 'path')) {
      t.not(parameter.example, undefined, `${name} ${parameter.name}`);
    }
  }
});

test('every search term has a description and a valid example', t => {
  for (const operation of operations.filter(({search}) => search !== undefined && search.terms.length > 0)) {
    const terms = document.paths[operation.path].get.parameters.find(({name}: {name: string}) => name === 'q[]');
    t.deepEqual(
      terms['x-search-terms'].map(({name}: {name: string}) => name),
      operation.search!.terms.map(({name}) => name),
    );
    for (const {name, example, finds} of terms['x-search-terms']) {
      const term = operation.search!.terms.find(term => term.name === name)!;
      t.not(term.value.read(example.slice(name.length + 1)), undefined, `${example} is parsed`);
      t.true(terms.description.includes(`\`${name}\``) && finds.length > 5, name);
    }
  }
});

test('operations beyond the contract have x-beyond-contract with the reason', t => {
  for (const operation of operations) {
    const found = document.paths[operation.path][operation.method.toLowerCase()];
    t.is(
      typeof found['x-beyond-contract'],
      operation.beyondContract === undefined ? 'undefined' : 'string',
      operation.id,
    );
  }
});

test('statuses beyond the contract and assumptions about fields are listed in x-assumed', t => {
  for (const operation of operations) {
    const found = document.paths[operation.path][operation.method.toLowerCase()];
    for (const status of statuses(operation).filter(status => !operation.codes.includes(status))) {
      t.true(
        found['x-assumed'].some((reason: string) => reason.startsWith(`${status}: the contract does not list it`)),
        `${operation.id} ${status}`,
      );
    }
  }
  const limit = document.paths['/api/v1/groups'].get.parameters[0];
  t.true(limit['x-assumed'].some((reason: string) => reason.startsWith('largest `limit`: 500')));
  t.regex(document.components.schemas.AppealRequest.properties.raised['x-assumed'].join(), /raised/);
  t.regex(document.components.schemas.Gift['x-assumed'].join(), /does not show the fields/);
  t.is(document.components.schemas.Campaign['x-assumed'], undefined);
});
