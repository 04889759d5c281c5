import {inline, type JsonSchema} from './json-schema.js';

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  /** True if each value of an array is a separate parameter; false if the values are joined in one. */
  readonly explode: boolean;
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** The search terms that the parameter accepts. */
  readonly terms: readonly SearchTerm[];
}

/** One term of `x-search-terms`. */
export interface SearchTerm {
  readonly name: string;
  /** A description such as "a date, YYYY-MM-DD". */
  readonly value: string;
  readonly example: string;
}

export interface Response {
  /** Schemas by content type. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly headers: readonly string[];
}

/** One method of one path. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path template, with braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: {readonly schema: JsonSchema; readonly example: unknown};
  readonly responses: ReadonlyMap<number, Response>;
}

/** A way to send a key. */
export interface SecurityScheme {
  readonly type: string;
  readonly scheme?: string;
  readonly in?: string;
  readonly name?: string;
}

/** Everything that the fuzz knows about the server. */
export interface Contract {
  readonly operations: readonly Operation[];
  readonly security: readonly SecurityScheme[];
  /** The schema of a response that belongs to no operation. */
  readonly error: JsonSchema;
}

// biome-ignore lint/suspicious/noExplicitAny: a document as received
type Json = any;

/** @param document the response of `/openapi.json` */
export function readContract(document: Json): Contract {
  const resolve = inline(document);
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([, {security}]) => security === undefined) // an operation without a key has no account to inspect
      .map(([method, operation]) => readOperation(method, path, resolve(operation))),
  );
  return {
    operations,
    security: Object.values(document.components.securitySchemes),
    error: resolve(document.components.schemas.Error),
  };
}

function readOperation(
  method: string,
  path: string,
  {operationId, parameters, requestBody, responses}: Json,
): Operation {
  const content = requestBody?.content['application/json'];
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters: parameters.map((parameter: Json) => ({
      ...parameter,
      explode: parameter.explode ?? true,
      terms: parameter['x-search-terms'] ?? [],
    })),
    ...(content && {body: {schema: content.schema, example: content.example}}),
    responses: new Map(
      Object.entries<Json>(responses).map(([status, response]) => [Number(status), readResponse(response)]),
    ),
  };
}

const readResponse = ({content = {}, headers = {}}: Json): Response => ({
  schemas: new Map(Object.entries<Json>(content).map(([type, {schema}]) => [type, schema])),
  headers: Object.keys(headers),
});

/** Returns the fixed segments of a path after the version: `constituents`, `gifts`. */
export const kindsIn = (path: string): string[] =>
  path.split('/').filter(word => /^[a-z]+(_[a-z]+)*$/.test(word) && word !== 'api');

/** Returns the kind of record that a path parameter identifies: the segment before it. */
export function kindOf(path: string, parameter: string): string {
  const words = path.split('/');
  return words[words.indexOf(`{${parameter}}`) - 1] ?? '';
}

/** Returns the kind of record of an operation: `groups` for `/groups/{id}`. */
export const subjectOf = (path: string): string => kindsIn(path).at(-1) ?? '';
