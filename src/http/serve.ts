import type {Middleware, ParameterizedContext} from 'koa';
import {notFound} from '../errors.js';
import type {Operation, Page} from '../operations/operation.js';
import {Faults} from '../schema/faults.js';
import {quote} from '../schema/fields.js';
import {parseBody} from '../schema/parse-body.js';
import {parseQuery} from '../schema/query.js';
import {apiVersion, result} from '../schema/replies.js';
import type {Transaction} from '../store/transaction.js';
import {nextLink} from './next-link.js';
import type {RequestState} from './request-state.js';

/** A larger `limit` is served as this one, and the reply says so. Decision: docs/decisions.md, "Lists". */
const largestLimit = 500;

type RequestContext = ParameterizedContext<RequestState, {params: Record<string, string>}>;

/** Serves one operation over Koa: reads its parts by their schemas, runs it, and gives its answer the reply's shape. */
export function serve(operation: Operation): Middleware<RequestState, {params: Record<string, string>}> {
  const isRead = operation.method === 'GET';
  return ctx => {
    const path = readPath(ctx.params);
    const query = operation.query === undefined ? {} : readQuery(operation, ctx);
    const faults = Faults.none();
    const body = operation.body === undefined ? {} : parseBody(operation.body, ctx.request.body, faults);
    const run = (transaction: Transaction) => {
      const answer = operation.handle({...path, query, body, faults}, transaction);
      faults.refuse();
      return answer;
    };
    const {account} = ctx.state;
    const answer = isRead ? account.read(run) : account.write(run);
    ctx.body = reply(operation, answer, query, ctx);
  };
}

/** Every `{id}` and `{..._id}` is a positive integer; one that is not names nothing. */
function readPath(raw: Readonly<Record<string, string>>) {
  const params: Record<string, number> = {};
  const words: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (name !== 'id' && !name.endsWith('_id')) {
      words[name] = value;
    } else if (/^[1-9]\d{0,14}$/.test(value)) {
      params[name] = Number(value);
    } else {
      throw notFound(`${quote(value)} in the path is no id: ids are positive integers`);
    }
  }
  return {params, words};
}

function readQuery(operation: Operation, ctx: RequestContext): Record<string, unknown> {
  const query = parseQuery(operation.query, ctx.query);
  return typeof query.limit === 'number' ? {...query, limit: Math.min(query.limit, largestLimit)} : query;
}

function reply(
  {reply}: Operation,
  answer: Page | object | undefined,
  query: Readonly<Record<string, unknown>>,
  ctx: RequestContext,
): object {
  switch (reply.kind) {
    case 'page':
      return envelope(answer as Page, [reply.itemType].flat()[0]!, query as {limit: number; offset: number}, ctx);
    case 'object':
      return {api_version: apiVersion, ...answer};
    case 'result':
      return result;
  }
}

/** Contract: "List page envelope"; `next_item` and `next_link` are absent, not null, on the last page. */
function envelope(
  {items, total, itemType}: Page,
  defaultItemType: string,
  {limit, offset}: {readonly limit: number; readonly offset: number},
  ctx: RequestContext,
): object {
  const next = offset + items.length;
  return {
    api_version: apiVersion,
    items_count: items.length,
    total_items: total,
    limit,
    offset,
    ...(items.length > 0 && next < total ? {next_item: next, next_link: nextLink(ctx, limit, next)} : {}),
    item_type: itemType ?? defaultItemType,
    items,
  };
}
