import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {isSearch, splitValue, writtenParts} from '../../terms.js';

export const semicolonInValue: FindingRule = {
  id: 'semicolon-in-value',
  axis: 'searches',
  level: 'warn',
  what: 'The value of a term has a `;` in it, and what stands behind that is no term.',
  why: '`;` joins terms. A name such as `Smith; Jones` is split in two, and the search is refused, or asks for something else.',
  turnOff: 'Never: take `;` out of what people typed before it becomes a value.',
  bad: example('/api/v1/constituents/search?q[]=name=Auer;%20Liliane&expand=email_addresses'),
  good: example('/api/v1/constituents/search?q[]=name=Auer%20Liliane&expand=email_addresses'),
  falseAlarms: [
    {
      what: 'Terms that are joined with a semicolon and a blank: each part is a term.',
      example: example('/api/v1/constituents/search?q[]=name=Auer;%20city=Atlanta&expand=email_addresses'),
    },
  ],
  only: 'with terms',
  reads: isSearch,
  inspect: exchange => {
    const first = writtenParts(exchange).find(part => part.text !== '' && splitValue(exchange.operation!, part));
    if (first === undefined) {
      return fine;
    }
    const meant = first.whole
      .split(';')
      .map(part => part.trim())
      .join(' ');
    return {
      where: first.parameter,
      got: shown(first.whole),
      nearest: shown(meant),
      message: `";" joins terms, and "${shown(first.text.trim())}" is none; did you mean ${shown(meant)}?`,
      fix: 'Take ";" out of what people typed before it becomes a value.',
    };
  },
};
