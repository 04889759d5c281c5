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
  what: 'A larger `limit` is sent than the service serves, and the client reads no further page. An error if it asks for the next page at an offset other than the previous one plus `items_count`.',
  why: 'A client that asks for 1,000, gets 500 and goes on at 1,000 never reads half of the records.',
  turnOff: 'Where a client asks for the largest page there is, and needs no other.',
  bad: exampleWith(limitOf20, '/api/v1/funds?limit=30'),
  good: exampleWith(limitOf20, '/api/v1/funds?limit=20', '/api/v1/funds?limit=20&offset=20'),
  falseAlarms: [
    {
      what: 'The client advances by what it received.',
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
      message: `${count(offset - expected)} records were passed over; did you mean offset=${expected}?`,
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
  const asked = String(first.query['limit']);
  return {
    where: 'limit',
    got: asked,
    nearest: String(limit),
    at: first.at,
    message: `${count(Number(asked))} were asked for and ${count(items_count)} of ${count(total_items)} came; advance by items_count`,
    fix: `Ask for ${limit} at most, and advance by items_count, or follow next_link.`,
    ...proposed(first, session, {limit, offset}),
  };
}
