import type {FullExchange} from '../../../exchanges/exchange.js';
import {replyBody} from '../../fields/reply-body.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {donorExample} from '../example-requests.js';

/** Describes how the last search for a constituent failed; undefined if it did not. */
const remember = (): {failure?: string | undefined; wasSearched?: boolean} => ({});

function failureOf({status, issues, operation}: FullExchange): string | undefined {
  if (status >= 400) {
    return `failed with ${status}`;
  }
  const ignored = issues.ignored.filter(issue => issue.in === 'query');
  const lost = ignored.filter(({path}) => !['expand', 'sort', '_', 'v', 'nocache'].includes(String(path[0])));
  return lost.length === 0 || operation!.reply.kind !== 'page'
    ? undefined
    : `ignored its filter ${String(lost[0]!.path[0]).slice(0, 60)}`;
}

export const createAfterFailedSearch: FindingRule = {
  id: 'create-after-failed-search',
  axis: 'writing',
  level: 'error',
  what: 'A constituent is created although the search before it was refused, or passed over its filter.',
  why: 'The search found nobody because nothing was searched: each donation makes one more duplicate.',
  turnOff: 'Never: look at the status of a search before its result.',
  bad: example('/api/v1/constituents/search?q[]=eaddr=', donorExample),
  good: example('/api/v1/constituents/search?q[]=eaddr=ann@example.org', donorExample),
  reads: operation => ['searchConstituents', 'listConstituents', 'createConstituent'].includes(operation?.id ?? ''),
  inspect: (exchange, session) => {
    const memo = session.memory(remember);
    if (exchange.operation!.method === 'GET') {
      memo.failure = failureOf(exchange);
      memo.wasSearched = true;
      return undefined;
    }
    const {failure, wasSearched} = memo;
    if (exchange.status !== 200 || !wasSearched) {
      return undefined;
    }
    return failure === undefined
      ? fine
      : {
          where: '',
          message: `the search ${failure}, then constituent ${String(replyBody(exchange)['id'])} was created`,
          fix: 'Create only where a search was answered 200 and found nobody.',
        };
  },
};
