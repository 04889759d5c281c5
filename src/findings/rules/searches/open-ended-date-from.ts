import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {termValue} from '../../terms.js';
import {proposed} from './corrected-read.js';

export const openEndedDateFrom: FindingRule = {
  id: 'open-ended-date-from',
  axis: 'searches',
  level: 'warn',
  what: '`/gifts/search` has `date_from` without `date_to`.',
  why: 'The response includes gifts without a date, so the total of "gifts since July" is too high.',
  turnOff: 'If every gift has a date, or the client wants those without one.',
  bad: example('/api/v1/gifts/search?q[]=date_from=2025-12-20&limit=10'),
  good: example('/api/v1/gifts/search?q[]=date_from=2025-12-20&q[]=date_to=2025-12-31&limit=10'),
  falseAlarms: [
    {
      what: 'A client that also wants gifts without a date.',
      undecided: 'Its request is the same as that of a client that does not know about them.',
    },
  ],
  only: 'accepted',
  reads: operation => operation?.id === 'searchGifts',
  inspect: (exchange, session) => {
    const from = termValue(exchange, 'date_from');
    if (from === undefined) {
      return undefined;
    }
    if (termValue(exchange, 'date_to') !== undefined) {
      return fine;
    }
    const [, day] = [from.slice(0, 10), exchange.at.slice(0, 10)].sort();
    const term = `date_to=${day}`;
    return {
      where: 'q[] date_from',
      got: shown(`date_from=${from}`),
      nearest: term,
      message: `gifts without a date are included; did you mean date_from and ${term}?`,
      fix: `Add the term ${term}.`,
      ...proposed(exchange, session, {'q[]': term}),
    };
  },
};
