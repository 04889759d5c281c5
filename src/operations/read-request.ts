import * as z from 'zod';
import {itemNotFound} from '../errors.js';
import type {Fields} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing, isObject} from '../schema/items.js';
import {ignoreUnknownFields, parseBody, refuseManyElements} from '../schema/parse-body.js';
import {parseQuery} from '../schema/query.js';
import type {Settings} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import type {Operation} from './operation.js';
import type {SentQuery} from './reply.js';

/** A request to an operation as sent, independent of HTTP. */
export interface OperationRequest {
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: SentQuery;
  readonly body?: unknown;
}

/** Parses the parts of a request by their schemas. */
export function readRequest(operation: Operation, request: OperationRequest, settings: Settings, issues: Issues) {
  const {params, textParams} = readPath(request.path);
  const query = readQuery(operation, request.query, settings, issues);
  const body = readBody(operation, request.body, settings, issues);
  return {params, textParams, query, body};
}

/** The option that makes fields optional that only the contract requires. */
export const withoutRequiredFields = '--assume required_fields=observed';

/** A body whose contract-only required fields are optional. */
const relaxed = memoizeWeakly(({body, requiredByContract = []}: Operation): z.ZodObject => {
  const shape = (body as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
  const fields = requiredByContract.map(name => [name, shape[name]!.nullish()] as const);
  return (body as z.ZodObject).extend(Object.fromEntries(fields));
});

/** Parses `{id}` and `{..._id}`; other values than positive integers are not found. */
function readPath(raw: OperationRequest['path']) {
  const params: Record<string, number> = {};
  const textParams: Record<string, string> = {};
  for (const name of Object.keys(raw)) {
    const value = raw[name]!;
    if (name !== 'id' && !name.endsWith('_id')) {
      textParams[name] = value;
    } else if (/^[1-9]\d{0,14}$/.test(value)) {
      params[name] = Number(value);
    } else {
      throw itemNotFound(value.slice(0, 60));
    }
  }
  return {params, textParams};
}

const noParameters = z.object({});

/** Observed: an unknown parameter is ignored. Every operation accepts the key as a parameter. */
function readQuery(
  {query: schema = noParameters}: Operation,
  raw: SentQuery,
  {maxLimit}: Settings,
  issues: Issues,
): Record<string, unknown> {
  const {access_token: _, ...sent} = raw;
  const query = (Object.keys(sent).length === 0 && defaultsOf(schema).data) || parseQuery(schema, sent, issues);
  return typeof query.limit === 'number' && query.limit > maxLimit ? {...query, limit: maxLimit} : query;
}

/** The parsed query of a request without parameters, which most requests are. */
const defaultsOf = memoizeWeakly((schema: z.ZodObject) => schema.safeParse({}));

/** Observed: an unknown field is ignored. */
function readBody(operation: Operation, sent: unknown, {assume}: Settings, issues: Issues): Record<string, unknown> {
  const {body: declared, requiredByContract = []} = operation;
  if (declared === undefined) {
    return {};
  }
  const isRelaxed = assume.required_fields === 'observed' && requiredByContract.length > 0;
  const schema = isRelaxed ? relaxed(operation) : declared;
  refuseManyElements(schema, sent, issues);
  const body = parseBody(schema, sent, issues);
  const fields: Fields = isObject(sent) ? sent : {};
  const fieldsLeftOut = requiredByContract.filter(name => isMissing(fields[name]));
  for (const name of isRelaxed ? [] : fieldsLeftOut) {
    issues.suggest(name, withoutRequiredFields);
  }
  ignoreUnknownFields(schema, sent, issues);
  return body;
}
