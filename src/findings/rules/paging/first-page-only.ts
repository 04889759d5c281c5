import {count} from '../../../schema/issues.js';
import type {PageWalk} from '../../memory/pages-read.js';
import {type Parameter, parametersOf, pathWith} from '../../rewrite.js';
import type {FindingRule, Mistake} from '../../rule.js';
import {kindOfList, unreadReferences} from './unread-references.js';

/** A client with a smaller limit wants only a preview. */
const preview = 10;

const isMeant = ({first: {query}}: PageWalk): boolean =>
  (query['limit'] !== undefined && Number(query['limit']) <= preview) || query['sort'] !== undefined;

function mistakeOf(walk: PageWalk, depended: boolean): Mistake {
  const {total_items, limit} = walk.last.facts;
  const unread = Math.max(0, total_items - walk.furthest);
  const kind = kindOfList(walk.first.operation).replaceAll('_', ' ');
  const others = parametersOf(walk.first).filter(([name]) => name !== 'offset' && name !== 'limit');
  const paging: readonly Parameter[] = [
    ['limit', String(limit)],
    ['offset', String(walk.furthest)],
  ];
  return {
    level: depended ? 'error' : 'warn',
    where: 'offset',
    nearest: 'next_link',
    at: walk.first.at,
    message: `${count(unread)} of ${count(total_items)} ${kind} were never read${depended ? ', and one of them was written' : ''}; follow next_link`,
    fix: 'Ask for next_link as long as there is one.',
    request: () => ({method: 'GET', path: pathWith(walk.path, [...others, ...paging])}),
  };
}

export const firstPageOnly: FindingRule = {
  id: 'first-page-only',
  axis: 'paging',
  level: 'warn',
  what: 'A reply has `next_link`, and no later page is asked for before the session ends. An error where a later write names a record that stands on a page nobody read.',
  why: 'What stands on the other pages does not exist for the client: a fund is not found, a sum is too small.',
  turnOff: 'Where a client shows the first page to people, who turn it themselves.',
  bad: {requests: [{path: '/api/v1/funds'}]},
  good: {requests: [{path: '/api/v1/funds'}, {path: '/api/v1/funds?offset=25&limit=25'}]},
  falseAlarms: [
    {what: 'Previews: a limit of 10 or less.', example: {requests: [{path: '/api/v1/funds?limit=10'}]}},
    {
      what: 'Pickers of the latest or the largest: an explicit sort.',
      example: {requests: [{path: '/api/v1/gifts/search?q[]=gift_types=in|1&sort=gift_amount!'}]},
    },
  ],
  reads: operation => operation?.body !== undefined,
  inspect: (exchange, session) => {
    unreadReferences(exchange, session);
    return undefined;
  },
  atEnd: session => {
    const walks = [...session.pages.walks.values()].filter(walk => !isMeant(walk));
    const depended = session.memory(unreadReferences.remember);
    return walks.length === 0
      ? undefined
      : walks.filter(walk => walk.hasMore).map(walk => mistakeOf(walk, depended.has(walk)));
  },
};
