import {pageFacts} from '../../memory/pages-read.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import {isSearch, withPlus, writtenParts} from '../../terms.js';

export const plusNotEncoded: FindingRule = {
  id: 'plus-not-encoded',
  axis: 'searches',
  level: 'warn',
  what: 'The e-mail address in a search by `eaddr` contains a space because its `+` was not encoded.',
  why: 'In a query, `+` means a space. The search for `sam news@example.com` finds nobody, and the client creates a second Sam.',
  turnOff: 'If addresses really contain spaces.',
  bad: example('/api/v1/constituents/search?q[]=eaddr=sam+news@example.com&expand=email_addresses'),
  good: example('/api/v1/constituents/search?q[]=eaddr=sam%2Bnews@example.com&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'A name that contains a space.',
      example: example('/api/v1/constituents/search?q[]=name=Sam+News&expand=email_addresses'),
    },
  ],
  only: 'with a query',
  reads: isSearch,
  inspect: exchange => {
    const parts = writtenParts(exchange).filter(({name}) => name === 'eaddr');
    if (parts.length === 0) {
      return undefined;
    }
    const isFound = (pageFacts(exchange)?.total_items ?? 0) > 0;
    const wrong = isFound ? [] : parts.filter(({value}) => withPlus(value!) !== value);
    return wrong.map(({value}): Mistake => {
      const meant = withPlus(value!);
      return {
        where: 'q[] eaddr',
        got: shown(value),
        nearest: shown(meant),
        message: `"${shown(value)}" contains a space, because "+" means a space in a query; did you mean ${shown(meant)}?`,
        fix: 'Encode "+" as %2B: URLSearchParams and encodeURIComponent do.',
      };
    });
  },
};
