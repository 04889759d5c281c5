import {defaultSeed} from '../../fixtures/index.js';
import {defaultAccount} from '../accounts/accounts.js';
import {listenerId} from '../accounts/submissions.js';
import {apiVersion} from '../schema/replies.js';
import {listenerAnswers} from './assumptions/accounts.js';
import {responseRef, success} from './responses.js';
import type {JsonSchema} from './schemas/json-schemas.js';

export const listenerTag = {
  name: 'Integrations',
  description: 'Forms on web pages: what they send, people match to constituents.',
};

const value = {type: ['string', 'number', 'boolean', 'null']};

const fields: JsonSchema = {
  type: 'object',
  description: 'Any names; a name that comes twice holds a list.',
  minProperties: 1,
  maxProperties: 200,
  additionalProperties: {anyOf: [value, {type: 'array', items: value}]},
};

const example = {first_name: 'Ada', email: 'ada@example.org', amount: '50'};

/**
 * The one operation outside `/api/v1`: it requires no key, uses no record and accepts forms. It is not derived from the
 * kinds of records, so it is described here.
 */
export const listenerPaths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  '/integrations/{uuid}/listener': {
    post: {
      operationId: 'createSubmission',
      tags: [listenerTag.name],
      summary: 'Send a filled form to an account',
      'x-assumed': [`${listenerAnswers.point}: ${listenerAnswers.does}`],
      'x-beyond-contract':
        'Declared by the service, and the only write path of several form plugins; what it answers is assumed.',
      security: [],
      parameters: [
        {
          name: 'uuid',
          in: 'path',
          required: true,
          description: 'Stands for the key: a secret of the account.',
          schema: {type: 'string', format: 'uuid'},
          example: listenerId(defaultSeed, defaultAccount),
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': {schema: fields, example},
          'application/json': {schema: fields, example},
        },
      },
      responses: {
        200: success('It was taken.', 'Result', {api_version: apiVersion, result: 'success'}),
        ...Object.fromEntries([400, 404, 413, 422].map(status => [status, responseRef(status)])),
      },
    },
  },
};
