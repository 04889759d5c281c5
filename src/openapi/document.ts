import {defaultSeed} from '../../fixtures/index.js';
import {defaultAccount} from '../accounts/accounts.js';
import {listenerId} from '../accounts/submissions.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {apiVersion} from '../schema/replies.js';
import {reasonOf} from './assumptions.js';
import {Examples} from './examples.js';
import {componentSchemas, type JsonSchema} from './json-schemas.js';
import {describeOperations} from './operations.js';
import {errorResponses, responseRef, success, tokenError} from './responses.js';
import {nameSchemas} from './schema-names.js';
import {markAssumed} from './x-assumed.js';

const listenerTag = {
  name: 'Integrations',
  description: 'Submissions of forms on web pages, which people match to constituents.',
};

const value = {type: ['string', 'number', 'boolean', 'null']};

const fields: JsonSchema = {
  type: 'object',
  description: 'Any names; a repeated name has a list of values.',
  minProperties: 1,
  maxProperties: 200,
  additionalProperties: {anyOf: [value, {type: 'array', items: value}]},
};

const example = {first_name: 'Ada', email: 'ada@example.org', amount: '50'};

/**
 * The only operation outside `/api/v1`: it requires no key, uses no record and accepts forms. It is not derived from
 * the kinds of records, so it is described here.
 */
const listenerPaths: Record<string, Record<string, JsonSchema>> = {
  '/integrations/{uuid}/listener': {
    post: {
      operationId: 'createSubmission',
      tags: [listenerTag.name],
      summary: 'Send a filled form to an account',
      'x-assumed': [reasonOf("response of an account's listener")],
      'x-beyond-contract':
        'Declared by the service, and the only write path of several form plugins; its responses are assumed.',
      security: [],
      parameters: [
        {
          name: 'uuid',
          in: 'path',
          required: true,
          description: 'Replaces the key: a secret of the account.',
          schema: {type: 'string', format: 'uuid'},
          example: listenerId(defaultSeed, defaultAccount),
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {schema: fields, example},
          'multipart/form-data': {schema: fields, example},
          'application/json': {schema: fields, example},
        },
      },
      responses: {
        200: success('The submission was accepted.', 'Result', {api_version: apiVersion, result: 'success'}),
        ...Object.fromEntries([400, 404, 413, 422].map(status => [status, responseRef(status)])),
      },
    },
  },
};

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const description = `A JSON REST API for the data of one fundraising account. This document describes the API as the sandbox serves it.

\`x-assumed\` marks what the contract of the service leaves open, with the sandbox's choice and its reason. \`x-beyond-contract\` marks what the sandbox offers beyond the contract.

- Every path also works with \`.json\` appended.
- Numbers can be sent as plain decimal strings: \`"12.50"\`.
- Fields and query parameters without a description here are ignored, or rejected with \`--strict\`.
- Every other method gets a 405 with the header \`Allow\`.`;

/**
 * The contract as an OpenAPI 3.1 document, generated from the operations that serve the requests.
 * @param server base address of its paths: `http://127.0.0.1:4080`
 */
export function openApiDocument(catalog: Catalog, server: string) {
  const {operations} = catalog;
  const named = nameSchemas(catalog);
  const schemas: Record<string, JsonSchema> = {...componentSchemas(named, operations), TokenError: tokenError};
  markAssumed(schemas, operations, named);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Constituent Relationship Management REST Service',
      version: '1.0',
      description,
      license: {name: 'MIT', identifier: 'MIT'},
    },
    servers: [{url: server, description: 'The sandbox'}],
    tags: [...tagsOf(catalog), listenerTag],
    security: [{basicAuth: []}, {bearerAuth: []}, {accessToken: []}],
    paths: {...describeOperations(operations, named, new Examples(catalog)), ...listenerPaths},
    components: {schemas, responses: errorResponses(), securitySchemes},
  };
}

/** Contract: "Authentication". */
const securitySchemes = {
  basicAuth: {type: 'http', scheme: 'basic', description: 'The user is the key, the password is empty.'},
  bearerAuth: {type: 'http', scheme: 'bearer', description: 'The token is the key.'},
  accessToken: {type: 'apiKey', in: 'query', name: 'access_token', description: 'The key.'},
};

/** The tags of operations, in the order of the contract. */
function tagsOf({kinds, operations}: Catalog) {
  const descriptions = new Map(kinds.map(({tag}) => [tag?.name, tag?.description]));
  const names = [...new Set(operations.map(({tag}) => tag))];
  return names.map(name => ({name, description: descriptions.get(name) ?? ''}));
}
