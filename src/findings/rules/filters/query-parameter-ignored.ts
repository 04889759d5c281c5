import type {FullExchange} from '../../../exchanges/exchange.js';
import {nearest} from '../../../schema/nearest.js';
import {type Aliases, meantBy, pathMeant} from '../../aliases.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {pageFacts} from '../../memory/pages-read.js';
import {get, parametersOf, plural, shown, withParameters} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {
  type IgnoredParameter,
  ignoredParameters,
  isSearch,
  searchBeside,
  termFor,
  termValue,
  writtenParts,
} from '../../terms.js';

/** Parameters of other APIs for the size and position of a page. */
const paging = {
  offset: ['page', 'page_number', 'start', 'skip'],
  limit: ['per_page', 'page_size', 'pagesize', 'count', 'size', 'top'],
} as const satisfies Aliases;

interface Meant {
  readonly nearest?: string;
  readonly request?: Mistake['request'];
}

/** The intended parameter or term, of this search or of the search that belongs to this list. */
function meant({name, value}: IgnoredParameter, exchange: FullExchange, session: Session): Meant {
  const operation = exchange.operation!;
  const others = () => parametersOf(exchange).filter(pair => pair[0] !== name);
  const [page] = meantBy(name.toLowerCase(), paging);
  if (page !== undefined && operation.reply.kind === 'page') {
    return {
      nearest: page,
      request: () => withParameters(exchange, page === 'limit' ? [...others(), ['limit', value]] : others()),
    };
  }
  const search = isSearch(operation) ? operation : searchBeside(operation, session.catalog.operations);
  const term = search && termFor(search, name, value);
  if (term !== undefined) {
    const request = () => get(search!.path, [...others(), ['q[]', term]]);
    return {nearest: `${search === operation ? '' : `${search!.path}?`}q[]=${term}`, request};
  }
  const elsewhere = search && pathMeant(search.id, name);
  const near = elsewhere ?? nearest(name, Object.keys(operation.query?.shape ?? {}));
  return near === undefined ? {request: () => withParameters(exchange, others())} : {nearest: near};
}

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
  what: 'A read that is answered 200 has a parameter that the service does not know. A warning where other terms narrow the reply, or where it is a single record.',
  why: 'The service passes over what it does not know and answers as if it had not been sent: a filter that filters nothing, a page that is always the first.',
  turnOff: 'Where a proxy or a library adds parameters that nobody can keep it from adding.',
  bad: example('/api/v1/gifts/search?amount_from=100&limit=10'),
  good: example('/api/v1/gifts/search?q[]=gift_amount=gte|100&limit=10'),
  falseAlarms: [
    {
      what: 'Parameters that keep caches from answering: `_`, `v`, `nocache`.',
      example: example('/api/v1/payment_types?_=17&v=2&nocache=1'),
    },
  ],
  only: 'with a query',
  reads: operation => operation !== undefined,
  inspect: (exchange, session) => {
    const ignored = ignoredParameters(exchange, 'query-parameter-ignored');
    return (
      ignored && [
        ...ignored.map(found => mistakeOf(found, exchange, session)),
        ...moreIgnored(exchange, 'query', 'unknown-parameter'),
      ]
    );
  },
};

function mistakeOf(found: IgnoredParameter, exchange: FullExchange, session: Session): Mistake {
  const {name, value} = found;
  const total = pageFacts(exchange)?.total_items;
  const {nearest: near, request} = meant(found, exchange, session);
  const rows =
    total === undefined ? '' : `, the reply is ${isUnfiltered(exchange) ? 'all ' : ''}${plural(total, 'record')}`;
  return {
    level: isUnfiltered(exchange) ? 'error' : 'warn',
    where: name,
    got: shown(value),
    ...(near !== undefined && {nearest: near}),
    message: `"${name}" is ignored${rows}${near === undefined ? '' : `; did you mean ${near}?`}`,
    fix: near === undefined ? `Leave "${name}" out: it changes nothing.` : `Send ${near} instead of ${name}.`,
    ...(request && {request}),
  };
}
