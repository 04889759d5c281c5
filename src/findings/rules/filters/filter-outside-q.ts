import {pageFacts} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import {isSearch} from '../../terms.js';
import {ignoredMistakes} from './ignored-mistakes.js';

export const filterOutsideQ: FindingRule = {
  id: 'filter-outside-q',
  axis: 'filters',
  level: 'error',
  what: 'A search receives one of its terms as a parameter instead of inside `q[]`.',
  why: 'The service reads terms only from `q[]` and ignores other parameters. The response is unfiltered but looks right.',
  turnOff: 'Never: a search term is always meant to filter.',
  bad: example('/api/v1/gifts/search?date_from=2025-12-01&q[]=date_to=2026-01-01&limit=10'),
  good: example('/api/v1/gifts/search?q[]=date_from=2025-12-20&q[]=date_to=2026-01-01&limit=10'),
  only: 'with a query',
  reads: isSearch,
  inspect: ignoredMistakes('filter-outside-q', (name, meant, exchange) => {
    const total = pageFacts(exchange)?.total_items;
    const {accepts} = exchange.operation!.search!.terms.find(term => term.name === name)!.value;
    const near = meant ?? `q[]=${name}= with ${accepts}`;
    return {
      message: `"${name}" has no effect here${total === undefined ? '' : `, the response has all ${plural(total, 'record')}`}; send ${near}`,
      fix: `Send ${near}.`,
    };
  }),
};
