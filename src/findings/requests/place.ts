import type {FullExchange} from '../../exchanges/exchange.js';
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
  operation === undefined ? `${method} ${withoutIds(url.split('?', 1)[0]!).slice(0, 120)}` : short(operation.id);

/** Longer ones are cut: a finding is kept for as long as the sandbox runs. */
const longest = 300;

/** Where a request stands. */
export const placeOf = (exchange: FullExchange): Place => ({
  account: exchange.account,
  seq: exchange.seq,
  method: exchange.method,
  url: exchange.url.length > longest ? `${exchange.url.slice(0, longest)}…` : exchange.url,
  operation: operationName(exchange),
  ...(exchange.client.caller !== undefined && {caller: exchange.client.caller}),
});
