import type {FullExchange} from '../../exchanges/exchange.js';
import {copyOf} from '../../exchanges/journal/kept-text.js';
import type {Place} from '../finding.js';

/** Ids in a path that no operation has: the same mistake with another id is the same mistake. */
const withoutIds = (path: string) => path.replaceAll(/\/\d+(?=\/|$|\.)/g, '/{id}');

/** `createGiftOfConstituent` without what it is of, as people call it. */
const short = (id: string) => {
  const of = id.startsWith('create') ? id.search(/Of[A-Z]/) : -1;
  return of === -1 ? id : id.slice(0, of);
};

/** What a request asked for: `createGift`, or method and path where there is no such operation. */
const operationName = ({operation, method, url}: FullExchange): string =>
  operation === undefined ? `${method} ${copyOf(withoutIds(url.split('?', 1)[0]!), 120)}` : short(operation.id);

/** Characters of a URL. */
const longest = 300;

/** A request as findings name it. Its texts are copies: they are kept longer than the request. */
export const placeOf = (exchange: FullExchange): Place => ({
  account: exchange.account,
  seq: exchange.seq,
  method: exchange.method,
  url: exchange.url.length > longest ? `${copyOf(exchange.url, longest)}…` : exchange.url,
  operation: operationName(exchange),
  ...(exchange.client.caller !== undefined && {caller: exchange.client.caller}),
});
