import type {FullExchange} from '../../../exchanges/exchange.js';
import {pageFacts} from '../../memory/pages-read.js';
import {parametersOf, shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake, post} from '../../rule.js';
import {decodedAgain} from '../../terms.js';

const isFound = (exchange: FullExchange): boolean => (pageFacts(exchange)?.total_items ?? 0) > 0;

export const encodedTwice: FindingRule = {
  id: 'encoded-twice',
  axis: 'filters',
  level: 'error',
  what: 'A name or value of a query is still encoded after decoding: it filters nothing, or finds nothing.',
  why: 'The service searches for the literal name `Smith%20Jones` and finds nothing, so the client creates a second Smith Jones.',
  turnOff: 'If names really contain a percent sign followed by two digits.',
  bad: example('/api/v1/constituents/search?q[]=name=Braun%252C%20Jude'),
  good: example('/api/v1/constituents/search?q[]=name=Braun%2C%20Jude&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'A literal `%20` in a name: the search finds a record.',
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
    const parameters = parametersOf(exchange);
    const texts = [...parameters.map(([name]) => [name, name] as const), ...(isFound(exchange) ? [] : parameters)];
    const wrong = texts.filter(([, text]) => decodedAgain(text) !== undefined);
    return wrong.map(([name, value]): Mistake => {
      const meant = shown(decodedAgain(value));
      return {
        where: name,
        got: shown(value),
        nearest: meant,
        message: `${shown(value)} is encoded twice; did you mean ${meant}?`,
        fix: 'Encode a value once: URLSearchParams and most clients encode already.',
      };
    });
  },
};

/** The intended query of a read: decoded again if the original found nothing. */
export const decodedQuery = (exchange: FullExchange): FullExchange['query'] =>
  Object.fromEntries(
    Object.entries(exchange.query).map(([written, values]) => {
      const name = decodedAgain(written) ?? written;
      const isRight = name === written && isFound(exchange);
      return [name, isRight ? values : [values ?? []].flat().map(value => decodedAgain(value) ?? value)];
    }),
  );
