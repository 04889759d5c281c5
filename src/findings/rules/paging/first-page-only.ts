import type {FullExchange} from '../../../exchanges/exchange.js';
import type {Reference} from '../../../operations/kinds/references.js';
import {count} from '../../../schema/issues.js';
import {referencesAt} from '../../fields/references.js';
import {fieldsOf, rowsOf} from '../../fields/reply-body.js';
import {isCutShort, type PageWalk} from '../../memory/pages-read.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {kindOfPath, unknownParameters} from '../../terms.js';
import {proposed} from '../searches/corrected-read.js';

/** Lists of which only the first page was read before a write referred to a record of a later page. */
const remember = (): Set<PageWalk> => new Set();

/** A client with a smaller limit only wants a preview. */
const preview = 10;

/** True if the client needs no further pages, or if another rule reports the cause: an ignored parameter or limit. */
const isExplained = (walk: PageWalk, depended: boolean): boolean => {
  const {first} = walk;
  const {limit, sort} = first.query;
  const isPreview = (limit !== undefined && Number(limit) <= preview) || sort !== undefined;
  return isPreview || unknownParameters(first).length > 0 || (isCutShort(walk) && !depended);
};

function mistakeOf(walk: PageWalk, depended: boolean, session: Session): Mistake {
  const {total_items, limit} = walk.last.facts;
  const unread = Math.max(0, total_items - walk.furthest);
  const kind = kindOfPath(walk.first.operation).replaceAll('_', ' ');
  return {
    level: depended ? 'error' : walk.first.query['offset'] === undefined ? 'warn' : 'info',
    where: 'offset',
    nearest: 'next_link',
    at: walk.first.at,
    message: `${count(unread)} of ${count(total_items)} ${kind} were never read${depended ? ', and one of them was written' : ''}; follow next_link`,
    fix: 'Request next_link as long as there is one.',
    ...proposed(walk.first, session, {limit, offset: walk.furthest}),
  };
}

function named({id, name = '', to, by = ['name']}: Reference, body: ReturnType<typeof fieldsOf>, at: FullExchange) {
  const [wantedId, wantedName] = [body[id], body[name]];
  if (typeof wantedId === 'number' || typeof wantedName !== 'string') {
    return typeof wantedId === 'number' ? wantedId : undefined;
  }
  return rowsOf(at.before, to).find(row => by.some(field => row[field] === wantedName))?.id;
}

export const firstPageOnly: FindingRule = {
  id: 'first-page-only',
  axis: 'paging',
  level: 'warn',
  what: 'A response has `next_link`, and the client requests no later page in the session. An error if a later write names a record of an unread page, an info if the client sends `offset`.',
  why: 'The client never sees the records of the other pages: it misses a fund, or its total is too low.',
  turnOff: 'If the client shows the first page to people, who turn the pages.',
  bad: example('/api/v1/funds'),
  good: example('/api/v1/funds', '/api/v1/funds?offset=25&limit=25'),
  falseAlarms: [
    {what: 'Previews: a limit of 10 or less.', example: example('/api/v1/funds?limit=10')},
    {
      what: 'An explicit `offset`: a person turns the pages. It is only an info.',
      example: example('/api/v1/funds?limit=20&offset=0'),
    },
    {
      what: 'An ignored filter: query-parameter-ignored and similar rules report the cause.',
      example: example('/api/v1/funds?fund_name=Mentoring'),
    },
    {
      what: 'A request for the latest or the largest records: it has an explicit sort.',
      example: example('/api/v1/gifts/search?q[]=gift_types=in|1&sort=gift_amount!'),
    },
  ],
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    if (exchange.before === undefined) {
      return undefined;
    }
    for (const walk of session.pages.walks.values()) {
      const reference =
        walk.hasMore && walk.pages === 1
          ? referencesAt(exchange.operation!, [], session).find(({to}) => to === kindOfPath(walk.first.operation))
          : undefined;
      const id = reference && named(reference, fieldsOf(exchange.body), exchange);
      if (id !== undefined && walk.last.ids()?.has(id) === false) {
        session.memory(remember).add(walk);
      }
    }
    return undefined;
  },
  atEnd: session => {
    const depended = session.memory(remember);
    const walks = [...session.pages.walks.values()].filter(walk => !isExplained(walk, depended.has(walk)));
    return walks.length === 0
      ? undefined
      : walks.filter(walk => walk.hasMore).map(walk => mistakeOf(walk, depended.has(walk), session));
  },
};
