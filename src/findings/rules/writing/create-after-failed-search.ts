import type {FullExchange} from '../../../exchanges/exchange.js';
import {fold} from '../../../search/fold.js';
import {replyBody} from '../../fields/reply-body.js';
import {parametersOf} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import type {Session} from '../../session.js';
import {donorExample} from '../example-requests.js';

/** The failure of the last search for a constituent, and the searched values; empty without one. */
const remember = (): {failure?: string | undefined; values?: readonly string[]} => ({});

/** Characters of a body. */
const longestCompared = 65_536;

const maxValues = 20;

const valuesOf = (exchange: FullExchange): readonly string[] =>
  parametersOf(exchange)
    .slice(0, maxValues)
    .filter(([name]) => !['limit', 'offset', 'expand', 'sort'].includes(name))
    .flatMap(([, value]) => value.split(';', maxValues))
    .map(part => fold(part.slice(part.indexOf('=') + 1).trim()));

/** True if the last constituent search failed and was for the constituent that is created now. */
export function followsFailedSearch({rawBody = ''}: FullExchange, session: Session): boolean {
  const {failure, values = []} = session.memory(remember);
  const body = failure === undefined ? '' : fold(rawBody.slice(0, longestCompared));
  return failure !== undefined && (values.length === 0 || values.some(value => body.includes(value)));
}

function failureOf({status, issues, operation}: FullExchange): string | undefined {
  if (status === 0) {
    return 'got no response';
  }
  if (status >= 400) {
    return `failed with ${status}`;
  }
  const ignored = issues.ignored.filter(issue => issue.in === 'query');
  const lost = ignored.filter(({path}) => !['expand', 'sort', '_', 'v', 'nocache'].includes(String(path[0])));
  return lost.length === 0 || operation!.reply.kind !== 'page'
    ? undefined
    : `ignored its filter ${String(lost[0]!.path[0]).slice(0, 60)}`;
}

const searches = ['searchConstituents', 'listConstituents'];

function noteSearch(exchange: FullExchange, session: Session): undefined {
  if (searches.includes(exchange.operation?.id ?? '')) {
    const failure = failureOf(exchange);
    Object.assign(session.memory(remember), {failure, values: failure === undefined ? [] : valuesOf(exchange)});
  }
}

export const createAfterFailedSearch: FindingRule = {
  id: 'create-after-failed-search',
  axis: 'writing',
  level: 'error',
  what: 'A client creates a constituent although the service rejected its search before, or ignored the filter.',
  why: 'The search found nobody because it did not search: each donation creates another duplicate.',
  turnOff: 'Never: check the status of a search before its results.',
  bad: example('/api/v1/constituents/search?q[]=eaddr=', donorExample),
  good: example('/api/v1/constituents/search?q[]=eaddr=ann@example.org', donorExample),
  reads: operation => [...searches, 'createConstituent'].includes(operation?.id ?? ''),
  inspectInjected: noteSearch,
  inspect: (exchange, session) => {
    const memo = session.memory(remember);
    if (exchange.operation!.method === 'GET') {
      return noteSearch(exchange, session);
    }
    if (exchange.status !== 200 || memo.values === undefined) {
      return undefined;
    }
    return !followsFailedSearch(exchange, session)
      ? fine
      : {
          where: '',
          message: `the search ${memo.failure}, then constituent ${String(replyBody(exchange)['id'])} was created`,
          fix: 'Create a constituent only if a search with status 200 found nobody.',
        };
  },
};
