import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {isSearch, partsIn, splitValue, writtenParts} from '../../terms.js';

export const semicolonInValue: FindingRule = {
  id: 'semicolon-in-value',
  axis: 'searches',
  level: 'warn',
  what: 'The value of a term contains a `;`, and the text after it is not a term.',
  why: '`;` separates terms. It splits a name such as `Smith; Jones`: the service rejects the search, or searches for something else.',
  turnOff: 'Never: remove `;` from user input before it becomes a value.',
  bad: example('/api/v1/constituents/search?q[]=name=Auer;%20Liliane&expand=email_addresses'),
  good: example('/api/v1/constituents/search?q[]=name=Auer%20Liliane&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'Terms separated by a semicolon and a space: each part is a term.',
      example: example('/api/v1/constituents/search?q[]=name=Auer;%20city=Atlanta&expand=email_addresses'),
    },
  ],
  only: 'with terms',
  reads: isSearch,
  inspect: exchange => {
    const first = writtenParts(exchange).find(part => part.text.trim() !== '' && splitValue(exchange.operation!, part));
    if (first === undefined) {
      return fine;
    }
    const parts = partsIn(first.parameter, first.whole).map(
      part => (splitValue(exchange.operation!, part) ? ' ' : ';') + part.text.trim(),
    );
    const meant = parts.join('').slice(1).trim();
    return {
      where: first.parameter,
      got: shown(first.whole),
      nearest: shown(meant),
      message: `";" separates terms, and "${shown(first.text.trim())}" is not one; did you mean ${shown(meant)}?`,
      fix: 'Remove ";" from user input before it becomes a value.',
    };
  },
};
