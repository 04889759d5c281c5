import * as z from 'zod';
import type {Account} from '../accounts/account.js';
import {notFound} from '../errors.js';
import {quote} from '../schema/fields.js';
import {Issues} from '../schema/issues.js';
import {parseBody} from '../schema/parse-body.js';
import {parseQuery} from '../schema/query.js';
import {refuseUnknownFields} from '../schema/unknown-fields.js';
import type {Settings} from '../settings.js';
import type {Transaction} from '../store/transaction.js';
import {nextLink, type SentQuery} from './next-link.js';
import type {Operation} from './operation.js';
import {shapeReply} from './reply.js';

/** A request to an operation, as it was sent; without HTTP, so that anyone can make one. */
export interface OperationRequest {
  /** What stands in the path in place of its braces. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: SentQuery;
  readonly body?: unknown;
}

/** What a request is performed in. */
export interface ExecutionContext {
  readonly account: Account;
  readonly settings: Settings;
  /** The address as requested, without its query: what `next_link` begins with. */
  address(): string;
}

/**
 * Does what a request asks for: reads its parts by their schemas, runs the operation, and gives the answer the shape
 * that it has on the wire.
 * @throws ApiError where it is refused; then nothing was changed
 */
export function execute(
  operation: Operation,
  request: OperationRequest,
  {account, settings, address}: ExecutionContext,
): object {
  const {params, textParams} = readPath(request.path);
  const query: Record<string, unknown> = readsQuery(operation, settings)
    ? readQuery(operation, request.query, settings)
    : {};
  const issues = Issues.none();
  const body = readBody(operation, request.body, settings, issues);
  const run = (transaction: Transaction) => {
    const answer = operation.handle({params, textParams, query, body, issues, settings}, transaction);
    issues.refuse();
    return answer;
  };
  const answer = operation.method === 'GET' ? account.read(run) : account.write(run);
  return shapeReply(operation, answer, query, next => nextLink(address(), request.query, Number(query['limit']), next));
}

/** Every `{id}` and `{..._id}` is a positive integer; one that is not names nothing. */
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
      throw notFound(`${quote(value)} in the path is no id: ids are positive integers`);
    }
  }
  return {params, textParams};
}

const noParameters = z.object({});

/** Where no parameter counts, none is looked at. */
const readsQuery = ({query}: Operation, {strict}: Settings) => query !== undefined || strict;

/** Observed: an unknown parameter is ignored; `strict` refuses it. A key is known to every operation. */
function readQuery(
  {query: schema}: Operation,
  {access_token: _, ...sent}: SentQuery,
  {strict, maxLimit}: Settings,
): Record<string, unknown> {
  const query = parseQuery(schema ?? noParameters, sent, strict ? 'refused' : 'ignored');
  return typeof query.limit === 'number' && query.limit > maxLimit ? {...query, limit: maxLimit} : query;
}

/** Observed: an unknown field is ignored; `strict` refuses it. */
function readBody(
  {body: schema}: Operation,
  sent: unknown,
  {strict}: Settings,
  issues: Issues,
): Record<string, unknown> {
  if (schema === undefined) {
    return {};
  }
  const body = parseBody(schema, sent, issues);
  if (strict) {
    refuseUnknownFields(schema, sent, issues);
  }
  return body;
}
