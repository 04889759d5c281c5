import {count} from '../../../schema/issues.js';
import {isCutShort, type PageWalk} from '../../memory/pages-read.js';
import {exampleWith, type FindingRule, fine, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {proposed} from '../searches/corrected-read.js';

const limitOf20 = {options: {maxLimit: 20}, flags: '--max-limit 20'};

export const limitNotHonoured: FindingRule = {
  id: 'limit-not-honoured',
  axis: 'paging',
  level: 'warn',
  what: 'A request has a larger `limit` than the service allows, and the client reads no further page. An error if it requests the next page at an offset other than the previous one plus `items_count`.',
  why: 'A client that requests 1,000 records, gets 500 and continues at 1,000 never reads half of the records.',
  turnOff: 'If the client wants the largest possible page and no other.',
  bad: exampleWith(limitOf20, '/api/v1/funds?limit=30'),
  good: exampleWith(limitOf20, '/api/v1/funds?limit=20', '/api/v1/funds?limit=20&offset=20'),
  falseAlarms: [
    {
      what: 'The client advances by the number of records that it received.',
      example: exampleWith(limitOf20, '/api/v1/funds?limit=30', '/api/v1/funds?limit=30&offset=20'),
    },
  ],
  reads: operation => operation?.reply.kind === 'page',
  inspect: (exchange, session) => {
    const {step} = session;
    if (step === undefined || exchange.query['limit'] === undefined) {
      return undefined;
    }
    const {page, previous} = step;
    const {limit, offset} = page.facts;
    const expected = previous && previous.facts.offset + previous.facts.items_count;
    const wasCut = previous !== undefined && Number(previous.query['limit'] ?? 0) > previous.facts.limit;
    if (!wasCut || expected === undefined || offset <= expected) {
      return fine;
    }
    return {
      level: 'error',
      where: 'offset',
      got: String(offset),
      nearest: String(expected),
      message: `${count(offset - expected)} records were skipped; did you mean offset=${expected}?`,
      fix: 'Advance by items_count, or follow next_link.',
      ...proposed(exchange, session, {limit, offset: expected}),
    };
  },
  atEnd: session => {
    const walks = [...session.pages.walks.values()].filter(({first}) => first.query['limit'] !== undefined);
    return walks.length === 0 ? undefined : walks.filter(isCutShort).map(walk => mistakeOf(walk, session));
  },
};

function mistakeOf({first}: PageWalk, session: Session): Mistake {
  const {limit, items_count, offset, total_items} = first.facts;
  const sentLimit = String(first.query['limit']);
  return {
    where: 'limit',
    got: sentLimit,
    nearest: String(limit),
    at: first.at,
    message: `the limit was ${count(Number(sentLimit))}, but ${count(items_count)} of ${count(total_items)} were returned; advance by items_count`,
    fix: `Request ${limit} at most, and advance by items_count, or follow next_link.`,
    ...proposed(first, session, {limit, offset}),
  };
}
