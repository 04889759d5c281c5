import {Ajv2020, type ErrorObject, type ValidateFunction} from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import {type MatchRequest, matcherOf} from '../operations/match.js';
import type {OpenApiDocument} from './document.js';
import type {JsonSchema} from './json-schemas.js';

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
  readonly content?: Readonly<Record<string, {readonly schema: JsonSchema}>>;
}

interface Declared {
  readonly method: string;
  readonly path: string;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** The matcher treats `patch` as `put`, so both share the operation. */
const declaredIn = ({paths}: OpenApiDocument): Declared[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'put')
      .map(([method, {responses}]) => ({
        method: method.toUpperCase(),
        path,
        responses: responses as Declared['responses'],
      })),
  );

/** Validates responses against the document alone. */
export class ReplyCheck {
  readonly #ajv = new Ajv2020({strict: false, allErrors: true});
  readonly #document: OpenApiDocument;
  readonly #match: MatchRequest<Declared>;
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    formats.default(this.#ajv);
    this.#ajv.addSchema(document, 'document');
    this.#document = document;
    this.#match = matcherOf(declaredIn(document), {asService: true});
  }

  /** @returns all violations; empty if the response is valid */
  violationsOf(reply: SentReply): string[] {
    const {status, contentType} = reply;
    const match = this.#match(reply.method, reply.path);
    if (match.kind !== 'operation') {
      return this.#violationsOfUnknown(reply);
    }
    const response = this.#resolve(match.operation.responses[status]);
    if (response === undefined) {
      return [`the status ${status} is not declared`];
    }
    const schema = response.content?.[contentType]?.schema;
    return schema === undefined
      ? [`the content type ${contentType} is not declared for ${status}`]
      : this.#violationsOfBody(schema, reply.body);
  }

  /** Requests to no operation get an error about the request, the key, the path or the method. */
  #violationsOfUnknown({status, contentType, body}: SentReply): string[] {
    if (status === 401) {
      return [];
    }
    return [400, 403, 404, 405].includes(status) && contentType === 'application/json'
      ? this.#violationsOfBody({$ref: '#/components/schemas/Error'}, body)
      : [`the document has no such operation, and the status is ${status}`];
  }

  #resolve(response: JsonSchema | undefined): Response | undefined {
    const name = typeof response?.['$ref'] === 'string' ? response['$ref'].split('/').at(-1)! : undefined;
    return (name === undefined ? response : this.#document.components.responses[name]) as Response | undefined;
  }

  #violationsOfBody(schema: JsonSchema, body: unknown): string[] {
    const key = JSON.stringify(schema);
    let check = this.#compiled.get(key);
    if (check === undefined) {
      check = this.#ajv.compile('$ref' in schema ? {$ref: `document${String(schema['$ref'])}`} : schema);
      this.#compiled.set(key, check);
    }
    return check(body) ? [] : (check.errors ?? []).map(describe);
  }
}

const describe = ({instancePath, message, params}: ErrorObject) =>
  `${instancePath === '' ? 'the body' : instancePath} ${message} ${JSON.stringify(params)}`;
