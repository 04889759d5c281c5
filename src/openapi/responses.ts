import {STATUS_CODES} from 'node:http';
import {apiVersion} from '../schema/replies.js';
import {type JsonSchema, schemaRef} from './json-schemas.js';
import {assumedOfStatus} from './x-assumed.js';

interface ErrorResponse {
  readonly description: string;
  /** The title of the error, if it differs from the title of the status. */
  readonly error?: string;
  readonly example: string;
  /** True if the response has a `Retry-After`. */
  readonly mayRetry?: boolean;
}

const errors: Readonly<Record<number, ErrorResponse>> = {
  400: {
    description: 'The request is malformed: `Parameter Error` for the query, `Bad Request` for the body.',
    error: 'Parameter Error',
    example: 'limit: must be an integer of 1 or more, got "many"',
  },
  403: {
    description:
      'The key is valid but not allowed to do this, because it is read-only or blocked; or the request writes below a constituent that does not exist.',
    example: 'This key is blocked',
  },
  404: {
    description: 'No record has this id.',
    example: "Item with id '1' not found",
  },
  413: {
    description: 'The body is too large: the maximum is 1 MiB, and 64 KiB for a form.',
    example: 'The body is larger than 1048576 bytes',
  },
  422: {
    description: 'The body is invalid. The description names every invalid field by its path.',
    error: 'error saving object',
    example: 'name: is required',
  },
  429: {
    description: 'Too many requests with this key. Only with `--rate-limit`.',
    example:
      "This key may make 300 requests in any five minutes; by the account's clock it may make the next one in 42 s",
    mayRetry: true,
  },
  503: {
    description:
      'The sandbox is reading too many bodies at the same time. Nothing was changed; send the request again.',
    example:
      'Nothing was changed: the bodies that are being read take 67108864 bytes, and there is no room for more; send it again',
    mayRetry: true,
  },
  507: {
    description: 'The disk is full, or the heap has no room for the change or for a new account. Nothing was changed.',
    example:
      'Nothing was changed, because the change cannot be written to the data file: ENOSPC: no space left on device',
  },
};

export const json = (schema: JsonSchema, example?: unknown) => ({
  'application/json': {schema, ...(example !== undefined && {example})},
});

/** The name of the response in `components`: `NotFound`. */
const responseName = (status: number): string => STATUS_CODES[status]!.replaceAll(/\W/g, '');

export const responseRef = (status: number) => ({$ref: `#/components/responses/${responseName(status)}`});

/** All error responses by the name of their status. Contract: "Errors". */
export function errorResponses(): Record<string, JsonSchema> {
  const entries = Object.entries(errors).map(([status, response]) => {
    const {description, mayRetry, error = STATUS_CODES[status], example} = response;
    const content = json(schemaRef('Error'), {api_version: apiVersion, error, description: example});
    const headers = {'Retry-After': {description: 'Seconds to wait.', schema: {type: 'integer', minimum: 0}}};
    const described = {description, ...(mayRetry && {headers}), content, ...assumedOfStatus(Number(status))};
    return [responseName(Number(status)), described];
  });
  return {...Object.fromEntries(entries), [responseName(401)]: unauthorized};
}

/** Observed: text without credentials or with a wrong Basic user, JSON with a wrong token. */
const unauthorized = {
  description: 'The request has no key, or an unknown one.',
  headers: {'WWW-Authenticate': {description: 'How to send a key.', schema: {type: 'string'}}},
  content: {
    'text/html': {schema: {type: 'string', const: 'HTTP Basic: Access denied.'}, example: 'HTTP Basic: Access denied.'},
    ...json(schemaRef('TokenError'), {
      error: 'invalid_token',
      error_description: 'The access token provided is expired, revoked, malformed or invalid for other reasons.',
    }),
  },
};

/** The response to a wrong token; it differs from every other error. */
export const tokenError: JsonSchema = {
  type: 'object',
  properties: {
    error: {type: 'string', description: 'The kind of error.'},
    error_description: {type: 'string', description: 'A description of the error.'},
  },
  required: ['error', 'error_description'],
  additionalProperties: false,
};

export const success = (description: string, schema: string, example: unknown) => ({
  description,
  content: json(schemaRef(schema), example),
});
