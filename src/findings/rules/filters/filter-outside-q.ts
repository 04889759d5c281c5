import {pageFacts} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {isSearch} from '../../terms.js';
import {ignoredMistakes} from './ignored-mistakes.js';

export const filterOutsideQ: FindingRule = {
  id: 'filter-outside-q',
  axis: 'filters',
  level: 'error',
  what: 'A search is given one of its terms as a parameter of its own.',
  why: 'The service takes terms in `q[]` alone and passes over every other parameter: the reply is as if nothing had been asked for, and looks right.',
  turnOff: 'Never: nobody sends a term that is to be passed over.',
  bad: example('/api/v1/gifts/search?date_from=2025-12-01&q[]=date_to=2026-01-01&limit=10'),
  good: example('/api/v1/gifts/search?q[]=date_from=2025-12-20&q[]=date_to=2026-01-01&limit=10'),
  only: 'with a query',
  reads: isSearch,
  inspect: ignoredMistakes('filter-outside-q', (name, meant, exchange) => {
    const total = pageFacts(exchange)?.total_items;
    const {accepts} = exchange.operation!.search!.terms.find(term => term.name === name)!.value;
    const near = meant ?? `q[]=${name}= with ${accepts}`;
    return {
      message: `"${name}" does nothing here${total === undefined ? '' : `, the reply is all ${plural(total, 'record')}`}; send ${near}`,
      fix: `Send ${near}.`,
    };
  }),
};
