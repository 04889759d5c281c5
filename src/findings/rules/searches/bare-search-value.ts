import {didYouMean, shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {decodedAgain, isSearch, splitValue, writtenParts} from '../../terms.js';
import {MeantRead} from './corrected-read.js';

export const bareSearchValue: FindingRule = {
  id: 'bare-search-value',
  axis: 'searches',
  level: 'error',
  what: 'A `q[]` contains a value without a term and `=`, or an empty term.',
  why: 'The service reads the value as the name of a term and rejects the search: nothing was searched.',
  turnOff: 'If a test sends such values on purpose; suppress only those.',
  bad: example('/api/v1/constituents/search?q[]=Auer'),
  good: example('/api/v1/constituents/search?q[]=name=Auer&expand=email_addresses'),
  only: 'with terms',
  reads: isSearch,
  inspect: (exchange, session) => {
    const parts = exchange.status === 400 ? writtenParts(exchange) : [];
    const bare = parts.filter(
      part =>
        part.text.trim() === '' ||
        (part.name === undefined &&
          decodedAgain(part.text)?.includes('=') !== true &&
          !splitValue(exchange.operation!, part)),
    );
    if (bare.length === 0) {
      return fine;
    }
    const read = new MeantRead(exchange, session);
    return bare.map(({text, whole}) => {
      if (text.trim() === '') {
        const message = `"q[]=${shown(whole)}" has an empty term`;
        return {where: 'q[]', got: shown(whole), message, fix: 'Leave the empty term out: ";" only separates terms.'};
      }
      const near = read.nearestTerm(undefined, text.trim());
      return {
        where: 'q[]',
        got: shown(text),
        nearest: near,
        message: `"${shown(text.trim())}" has no term${didYouMean(near)}`,
        fix: near === undefined ? 'Write the term and "=" before the value.' : `Write ${shown(near)}.`,
      };
    });
  },
};
