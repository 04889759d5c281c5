import type {FullExchange} from '../../../exchanges/exchange.js';
import {example, type FindingRule, fine} from '../../rule.js';

const own = new Set(['same-origin', 'none']);

const withoutScheme = (origin: string) => origin.replace(/^https?:\/\//, '');

/** The header that proves that a page of another origin sent the request. */
function foreign({requestHeaders}: FullExchange): readonly [header: string, value: string] | undefined {
  const {origin, host, 'sec-fetch-site': site} = requestHeaders;
  if (typeof origin === 'string' && withoutScheme(origin) !== String(host)) {
    return ['Origin', origin];
  }
  return typeof site === 'string' && !own.has(site) ? ['Sec-Fetch-Site', site] : undefined;
}

export const keyInBrowser: FindingRule = {
  id: 'key-in-browser',
  axis: 'addresses',
  level: 'error',
  what: 'A page of another origin sends a request with a key.',
  why: "The browser of every visitor has the account's key, and can read and delete every donor with it.",
  turnOff: 'If only people who may have the key can open the page.',
  bad: example({path: '/api/v1/payment_types', headers: {origin: 'https://donate.example.org'}}),
  good: example('/api/v1/payment_types'),
  falseAlarms: [
    {
      what: 'The reference at `/docs`, which sends requests to its own origin.',
      example: example(
        {path: '/api/v1/payment_types', headers: {origin: '{url}', 'sec-fetch-site': 'same-origin'}},
        {path: '/api/v1/gift_types', headers: {'sec-fetch-site': 'none'}},
      ),
    },
  ],
  inspect: exchange => {
    if (exchange.key === undefined) {
      return undefined;
    }
    const found = foreign(exchange);
    return found === undefined
      ? fine
      : {
          where: found[0],
          got: found[1].slice(0, 100),
          message: "a page sends the account's key: it is in every visitor's browser",
          fix: 'Send requests from your own server, and keep the key there.',
        };
  },
};
