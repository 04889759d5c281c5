import {count} from '../../../schema/issues.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {hasTerm, isSearch} from '../../terms.js';
import {proposed} from './corrected-read.js';

export const searchWithoutTerm: FindingRule = {
  id: 'search-without-term',
  axis: 'searches',
  isAboutSequences: true,
  level: 'info',
  what: 'A search has no term. A warning if the client reads it to the end twice in a session.',
  why: 'It reads the whole account. With `updated_from`, one request returns the changes since the last run.',
  turnOff: 'For exports, which read everything on purpose.',
  bad: example('/api/v1/gifts/search?limit=10'),
  good: example('/api/v1/gifts/search?q[]=updated_from=2025-12-31T00:00:00Z&limit=10'),
  falseAlarms: [
    {
      what: 'An export: it reads everything once, which is only an info.',
      example: example('/api/v1/gifts/search?limit=500'),
    },
  ],
  reads: isSearch,
  inspect: (exchange, session) => {
    const {step} = session;
    if (step === undefined) {
      return undefined;
    }
    const {query, operation, issues} = exchange;
    if (query.q !== undefined || query['q[]'] !== undefined || issues.ignored.length > 0) {
      return fine;
    }
    const {walk, page} = step;
    const isRepeated = walk.ends > 1 && page.facts.next_link === undefined;
    if (page.facts.offset > 0 && !isRepeated) {
      return fine;
    }
    const {total_items, items_count} = page.facts;
    const read = isRepeated
      ? `all ${plural(total_items, 'record')} were read again`
      : `${items_count < total_items ? `${count(items_count)} of ` : ''}${plural(total_items, 'record')} were read`;
    const term = hasTerm(operation!, 'updated_from') ? `updated_from=${exchange.at.slice(0, 10)}` : undefined;
    return {
      level: isRepeated ? 'warn' : 'info',
      where: 'q[]',
      ...(term !== undefined && {nearest: `q[]=${term}`}),
      message: `this search has no term: ${read}${term === undefined ? '' : `; q[]=${term} returns what changed`}`,
      fix: term === undefined ? 'Add a term.' : 'Request what changed since the last run, with updated_from.',
      ...(term !== undefined && proposed(exchange, session, {'q[]': term, offset: undefined})),
    };
  },
};
