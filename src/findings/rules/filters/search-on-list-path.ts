import {pageFacts} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {comparison, ignoredMistakes} from './ignored-mistakes.js';

export const searchOnListPath: FindingRule = {
  id: 'search-on-list-path',
  axis: 'filters',
  level: 'error',
  what: 'A list receives `email`, `search`, `q`, `name`, `query` or `phone`, in any spelling (`emailAddress`).',
  why: 'Lists have no filter. The response is the first page of all records, and the client mistakes its first record for a match.',
  turnOff: 'Never: a list cannot be searched.',
  bad: example('/api/v1/constituents?email=bettie.braun400@example.com&limit=10'),
  good: example('/api/v1/constituents/search?q[]=eaddr=bettie.braun400@example.com&expand=email_addresses'),
  only: 'with a query',
  reads: operation => operation?.reply.kind === 'page',
  inspect: ignoredMistakes('search-on-list-path', (name, near, exchange, session) => {
    const total = pageFacts(exchange)?.total_items ?? 0;
    const advice = near === undefined ? comparison(exchange, name, session) : `did you mean ${near}?`;
    return {
      message: `${near === undefined ? '' : 'this list has no filter, '}the response has all ${plural(total, 'record')}; ${advice}`,
      fix: near === undefined ? 'Read the whole list, page by page, and filter it.' : `Send ${near}.`,
    };
  }),
};
