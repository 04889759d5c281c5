import type {FullExchange} from '../../../exchanges/exchange.js';
import {pageFacts} from '../../memory/pages-read.js';
import {type Parameter, parametersOf, shown, withParameters} from '../../rewrite.js';
import {example, type FindingRule, fine, type Mistake, post} from '../../rule.js';
import {decodedAgain} from '../../terms.js';

export const encodedTwice: FindingRule = {
  id: 'encoded-twice',
  axis: 'filters',
  level: 'error',
  what: 'A value of the query is still percent-encoded once it is decoded, and nothing is found with it.',
  why: 'The service looks for `Smith%20Jones`, a name that no one has: the search finds nothing, and the client creates a second Smith Jones.',
  turnOff: 'Where names really hold a percent sign with two digits behind it.',
  bad: example('/api/v1/constituents/search?q[]=name=Braun%252C%20Jude'),
  good: example('/api/v1/constituents/search?q[]=name=Braun%2C%20Jude&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'A literal `%20` in a name: what is found with it was meant.',
      example: example(
        post('/api/v1/constituents', {
          first_name: 'Ann',
          last_name: 'Fifty%20',
          email_addresses: [{address: 'fifty@example.org'}],
        }),
        '/api/v1/constituents/search?q[]=name=Fifty%2520&expand=email_addresses',
      ),
    },
  ],
  only: 'with a query',
  reads: operation => operation !== undefined,
  inspect: exchange => {
    if (Object.keys(exchange.query).length === 0) {
      return undefined;
    }
    const isFound = (pageFacts(exchange)?.total_items ?? 0) > 0;
    return isFound ? fine : parametersOf(exchange).flatMap(pair => mistakeOf(pair, exchange) ?? []);
  },
};

function mistakeOf([name, value]: Parameter, exchange: FullExchange): Mistake | undefined {
  const meant = decodedAgain(value);
  if (meant === undefined) {
    return undefined;
  }
  const once = (pair: Parameter): Parameter => (pair[1] === value ? [name, meant] : pair);
  return {
    where: name,
    got: shown(value),
    nearest: shown(meant),
    message: `${shown(value)} is encoded twice; did you mean ${shown(meant)}?`,
    fix: 'Encode a value once: URLSearchParams and most clients encode already.',
    request: () => withParameters(exchange, parametersOf(exchange).map(once)),
  };
}
