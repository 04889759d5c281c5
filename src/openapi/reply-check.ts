import {Ajv2020, type ErrorObject} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {matcherOf} from '../operations/match.js';
import type {OpenApiDocument} from './document.js';
import {type JsonSchema, schemaRef} from './json-schemas.js';

export interface SentReply {
  readonly method: string;
  /** As requested: `/api/v1/groups/3240`. */
  readonly path: string;
  readonly status: number;
  /** Without parameters: `application/json`. */
  readonly contentType: string;
  readonly body: unknown;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, {readonly schema: JsonSchema}>>;
}

/** The operations with their responses. The matcher treats `patch` as `put`, so both share the operation. */
const declaredIn = ({paths, components}: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'put')
      .map(([method, operation]) => {
        const responses = Object.entries(operation['responses'] as Record<string, Response>).map(
          ([status, response]) => [status, components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response],
        );
        const byStatus: Readonly<Record<string, Response>> = Object.fromEntries(responses);
        return {method: method.toUpperCase(), path, responses: byStatus};
      }),
  );

/** @returns all violations of a response; empty if it is valid */
export type ReplyCheck = (reply: SentReply) => string[];

/** Validates responses against the document. */
export function replyCheckOf(document: OpenApiDocument): ReplyCheck {
  const ajv = new Ajv2020({strict: false, allErrors: true});
  formats.default(ajv);
  ajv.addSchema(document, 'document');
  const match = matcherOf(declaredIn(document), {asService: true});

  const violationsOfBody = (schema: JsonSchema, body: unknown): string[] => {
    const check = '$ref' in schema ? ajv.getSchema(`document${String(schema['$ref'])}`)! : ajv.compile(schema);
    return check(body) ? [] : (check.errors ?? []).map(describe);
  };

  /** Requests without an operation get an error about the request, the key, the path or the method. */
  const violationsOfUnknown = ({status, contentType, body}: SentReply): string[] => {
    if (status === 401) {
      return [];
    }
    return [400, 403, 404, 405].includes(status) && contentType === 'application/json'
      ? violationsOfBody(schemaRef('Error'), body)
      : [`the document has no such operation, and the status is ${status}`];
  };

  return reply => {
    const {method, path, status, contentType, body} = reply;
    const matched = match(method, path);
    if (matched.kind !== 'operation') {
      return violationsOfUnknown(reply);
    }
    const response = matched.operation.responses[status];
    if (response === undefined) {
      return [`the status ${status} is not declared`];
    }
    const schema = response.content?.[contentType]?.schema;
    return schema === undefined
      ? [`the content type ${contentType} is not declared for ${status}`]
      : violationsOfBody(schema, body);
  };
}

const describe = ({instancePath, message, params}: ErrorObject) =>
  `${instancePath === '' ? 'the body' : instancePath} ${message} ${JSON.stringify(params)}`;
