import querystring from 'node:querystring';
import {parameterError} from '../../errors.js';
import {execute, replyToSend} from '../../operations/execute.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {matcherOf} from '../../operations/match.js';
import {nearestPath} from '../../operations/nearest-path.js';
import {longResponse} from '../../operations/pieces.js';
import {LongReply} from '../../operations/reply.js';
import {quote} from '../../schema/fields.js';
import {adminOperation} from '../admin-operation.js';
import {accountAsOf} from './find-state.js';

const base = '/api/v1';

/** @throws ApiError, a 400, if no read operation matches the path */
function operationAt(path: string, catalog: Catalog) {
  const match = matcherOf(catalog.operations, {asService: true})('GET', `${base}${path}`);
  if (match.kind === 'operation') {
    return match;
  }
  if (match.kind === 'method') {
    throw parameterError(`path: must be one that GET is offered on; ${quote(path)} takes ${match.allowed.join(', ')}`);
  }
  const paths = catalog.operations.filter(({method}) => method === 'GET').map(each => each.path);
  const near = nearestPath(`${base}${path}`, paths, base)?.slice(base.length);
  throw parameterError(
    `path: must be a path of the API without ${base}, got ${quote(path)}; ${near === undefined ? 'such as /gifts?limit=5' : `did you mean ${near}?`}`,
  );
}

export const readAccount = adminOperation({
  id: 'readAccount',
  method: 'GET',
  path: '/_sandbox/read',
  summary: "Get the API's response to a `GET`, now or at an earlier state, without recording a request",
  query: ['path', 'as_of'],
  handle: async ({account, catalog, caches, journal, query: {path: target = '', as_of: asOf}, origin}) => {
    const [path = '', search = ''] = target.split(/\?(.*)/s);
    const {operation, params} = operationAt(path, catalog);
    const copy = accountAsOf(account, journal, asOf, 'as_of');
    const outcome = await execute(
      operation,
      {path: params, query: querystring.parse(search)},
      {account: copy, caches, settings: copy.settings, address: () => `${origin}${base}${path}`},
    );
    const reply = replyToSend(outcome);
    return reply instanceof LongReply ? longResponse(reply.pieces()) : reply;
  },
});
