import {journalRanges, usualBounds} from '../../exchanges/journal/bounds.js';
import {assumedBy, assumeWords, settingRanges, switches, usualMaxLimit} from '../../settings.js';
import {choices} from './choices.js';
import {flag, integerBetween} from './values.js';

const assumeText = Object.entries(switches).map(
  ([name, {values, about}]) => `${name}=${values.join('|')} (${about}; ${values[0]} by default)`,
);

/** How a sandbox behaves: its settings. */
export const settingOptions = {
  assume: {
    describe: `What to assume where the contract is silent; may be repeated: observed (all as the service was seen to do) or contract (all as the contract says); an assumption named beside it wins, ${assumeText.join(', ')}`,
    read: choices(switches, Object.fromEntries(assumeWords.map(word => [word, assumedBy(word)]))),
  },
  'max-limit': {
    describe: 'The largest page: a larger limit is served as this one',
    read: integerBetween(...settingRanges.maxLimit),
    fallback: usualMaxLimit,
  },
  strict: {
    describe: 'Refuse unknown fields and query parameters, which the service ignores',
    isBoolean: true,
    read: flag(),
  },
  'rate-limit': {
    describe: "How many requests a key may make in any five minutes of its account's clock; then 429",
    read: integerBetween(...settingRanges.rateLimit),
  },
} as const;

/** What is kept of requests, and told of them. */
export const journalOptions = {
  'journal-requests': {
    describe: 'How many requests of each account are kept, to be looked at; 0 keeps none',
    read: integerBetween(...journalRanges.journalRequests),
    fallback: usualBounds.exchanges,
  },
  'journal-mebibytes': {
    describe: 'How many mebibytes they may take, of each account; all accounts together take 64',
    read: integerBetween(...journalRanges.journalMebibytes),
    fallback: 8,
  },
  headers: {
    describe:
      'Tell the number of each request in its reply, X-Sandbox-Request, and the rules it breaks, X-Sandbox-Findings',
    isBoolean: true,
    read: flag(),
  },
} as const;
