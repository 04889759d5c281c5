import type {FullExchange} from '../../../exchanges/exchange.js';
import {didYouMean, shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {hasTerm, isSearch, splitValue, type WrittenPart, writtenParts} from '../../terms.js';
import {MeantRead} from './corrected-read.js';

const isUnknown = (exchange: FullExchange, part: WrittenPart) =>
  part.name !== undefined && !hasTerm(exchange.operation!, part.name) && !splitValue(exchange.operation!, part);

export const unknownSearchTerm: FindingRule = {
  id: 'unknown-search-term',
  axis: 'searches',
  level: 'error',
  what: 'The service rejects a search with 400 because it has no such term.',
  why: 'The search did not run. A client that treats the error as "nobody found" creates the record again.',
  turnOff: 'If a test sends unknown terms on purpose; suppress only those.',
  bad: example('/api/v1/gifts/search?q[]=amount_min=100&limit=10'),
  good: example('/api/v1/gifts/search?q[]=gift_amount=gte|100&limit=10'),
  only: 'with terms',
  reads: isSearch,
  inspect: (exchange, session) => {
    const unknown = exchange.status === 400 ? writtenParts(exchange).filter(part => isUnknown(exchange, part)) : [];
    if (unknown.length === 0) {
      return fine;
    }
    const read = new MeantRead(exchange, session);
    return unknown.map(({name, value, text}) => {
      const near = read.nearestTerm(name, value!);
      return {
        where: `q[] ${shown(name)}`,
        got: shown(text),
        nearest: near,
        message: `this search has no term "${shown(name)}"${didYouMean(near)}`,
        fix:
          near === undefined
            ? 'Leave the term out: nothing of the kind is offered. docs/reference/search.md lists all terms.'
            : `Send ${shown(near)}.`,
      };
    });
  },
};
