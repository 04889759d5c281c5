import type {FullExchange} from '../../../exchanges/exchange.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {pageFacts} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {isSearch, termValue, writtenParts} from '../../terms.js';
import {searchOf} from '../searches/corrected-read.js';
import {comparison, ignoredMistakes} from './ignored-mistakes.js';

/** True if the response is the same as without any filter. */
const isUnfiltered = (exchange: FullExchange): boolean =>
  pageFacts(exchange) !== undefined &&
  !(
    isSearch(exchange.operation) &&
    writtenParts(exchange).some(({name}) => name !== undefined && termValue(exchange, name))
  );

export const queryParameterIgnored: FindingRule = {
  id: 'query-parameter-ignored',
  axis: 'filters',
  level: 'error',
  what: 'A successful read has a parameter that the service does not know. A warning if other terms narrow the response, or if it is a single record.',
  why: 'The service ignores unknown parameters without an error: the filter does not filter, or every page is the first one.',
  turnOff: 'If a proxy or a library adds parameters that you cannot remove.',
  bad: example('/api/v1/gifts/search?amount_from=100&limit=10'),
  good: example('/api/v1/gifts/search?q[]=gift_amount=gte|100&limit=10'),
  falseAlarms: [
    {
      what: 'Cache-busting parameters: `_`, `v`, `nocache`.',
      example: example('/api/v1/payment_types?_=17&v=2&nocache=1'),
    },
  ],
  only: 'with a query',
  reads: operation => operation !== undefined,
  inspect: (exchange, session) => {
    const mistakes = inspectParameters(exchange, session) as readonly Mistake[] | undefined;
    return mistakes && [...mistakes, ...moreIgnored(exchange, 'query', 'unknown-parameter')];
  },
};

const inspectParameters = ignoredMistakes('query-parameter-ignored', (name, near, exchange, session) => {
  const total = pageFacts(exchange)?.total_items;
  const rows =
    total === undefined ? '' : `, the response has ${isUnfiltered(exchange) ? 'all ' : ''}${plural(total, 'record')}`;
  const hasNoFilter = total !== undefined && searchOf(exchange, session) === undefined;
  const advice = hasNoFilter ? `; ${comparison(exchange, name, session)}` : '';
  return {
    level: isUnfiltered(exchange) ? 'error' : 'warn',
    where: name.split('=', 1)[0]!,
    message: `"${name}" is ignored${rows}${near === undefined ? advice : `; did you mean ${near}?`}`,
    fix: near === undefined ? `Leave "${name}" out: it changes nothing.` : `Send ${near} instead of ${name}.`,
  };
});
