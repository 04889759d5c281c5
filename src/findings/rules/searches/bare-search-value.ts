import type {Operation} from '../../../operations/operation.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine} from '../../rule.js';
import {decodedAgain, hasTerm, isSearch, replaceParts, splitValue, writtenParts} from '../../terms.js';

/** The most likely term for a bare value. */
function termOf(operation: Operation, value: string): string {
  const guesses = value.includes('@') ? ['eaddr', 'name'] : /^[\d ()+-]{7,}$/.test(value) ? ['phone_number'] : ['name'];
  const [name = operation.search!.terms[0]!.name] = guesses.filter(guess => hasTerm(operation, guess));
  return `${name}=${value}`;
}

export const bareSearchValue: FindingRule = {
  id: 'bare-search-value',
  axis: 'searches',
  level: 'error',
  what: 'A `q[]` holds a value without a term and `=`.',
  why: 'The service takes the value for the name of a term, and refuses the search: nothing was searched.',
  turnOff: 'Where a test sends such values on purpose; suppress those instead.',
  bad: example('/api/v1/constituents/search?q[]=Auer'),
  good: example('/api/v1/constituents/search?q[]=name=Auer&expand=email_addresses'),
  reads: isSearch,
  inspect: exchange => {
    const parts = writtenParts(exchange);
    if (parts.length === 0) {
      return undefined;
    }
    const bare = parts.filter(
      part =>
        part.name === undefined &&
        part.text.trim() !== '' &&
        decodedAgain(part.text)?.includes('=') !== true &&
        !splitValue(exchange, part),
    );
    if (exchange.status !== 400 || bare.length === 0) {
      return fine;
    }
    const {operation} = exchange;
    const request = () =>
      replaceParts(exchange, part => (bare.includes(part) ? termOf(operation!, part.text.trim()) : part.text));
    return bare.map(({text}) => {
      const near = termOf(operation!, text.trim());
      return {
        where: 'q[]',
        got: shown(text),
        nearest: near,
        message: `"${shown(text.trim())}" has no term; did you mean ${shown(near)}?`,
        fix: `Write ${shown(near)}.`,
        request,
      };
    });
  },
};
