import {count} from '../../../schema/issues.js';
import {type Parameter, parametersOf, withParameters} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';

const withPaging = (parameters: readonly Parameter[], limit: number, offset: number): readonly Parameter[] => [
  ...parameters.filter(([name]) => name !== 'limit' && name !== 'offset'),
  ['limit', String(limit)],
  ['offset', String(offset)],
];

export const limitNotHonoured: FindingRule = {
  id: 'limit-not-honoured',
  axis: 'paging',
  level: 'warn',
  what: 'A larger `limit` is asked for than is served. An error where the next page is then asked for at an offset other than the one before and `items_count`.',
  why: 'Who asks for 1,000, gets 500 and goes on at 1,000 never reads half of the records.',
  turnOff: 'Where a client asks for the largest page there is, and advances by items_count or next_link.',
  bad: {
    ...example('/api/v1/funds?limit=30', '/api/v1/funds?limit=30&offset=30'),
    options: {maxLimit: 20},
    flags: '--max-limit 20',
  },
  good: {
    ...example('/api/v1/funds?limit=20', '/api/v1/funds?limit=20&offset=20'),
    options: {maxLimit: 20},
    flags: '--max-limit 20',
  },
  reads: operation => operation?.reply.kind === 'page',
  inspect: (exchange, {step}) => {
    if (step === undefined || exchange.query['limit'] === undefined) {
      return undefined;
    }
    const {page, previous} = step;
    const asked = Number(exchange.query['limit']);
    const {limit, items_count, offset, next_link} = page.facts;
    const mistakes: Mistake[] = [];
    if (asked > limit && next_link !== undefined) {
      mistakes.push({
        level: 'warn',
        where: 'limit',
        got: String(asked),
        nearest: String(limit),
        message: `${count(asked)} were asked for and ${count(items_count)} came; advance by items_count`,
        fix: `Ask for ${limit} at most, and advance by items_count, or follow next_link.`,
        request: () => withParameters(exchange, withPaging(parametersOf(exchange), limit, offset)),
      });
    }
    const expected = previous && previous.facts.offset + previous.facts.items_count;
    const wasCut = previous !== undefined && Number(previous.query['limit'] ?? 0) > previous.facts.limit;
    if (wasCut && expected !== undefined && offset > expected) {
      mistakes.push({
        level: 'error',
        where: 'offset',
        got: String(offset),
        nearest: String(expected),
        message: `${count(offset - expected)} records were passed over; did you mean offset=${expected}?`,
        fix: 'Advance by items_count, or follow next_link.',
        request: () => withParameters(exchange, withPaging(parametersOf(exchange), limit, expected)),
      });
    }
    return mistakes;
  },
};
