import type {FullExchange} from '../../exchanges/exchange.js';
import {hasTerm} from './term-for.js';
import type {WrittenPart} from './written-terms.js';

/**
 * True if a part is the rest of a value that contained a `;`: it follows a term in the same `q[]` and is not a term.
 */
export function splitValue({operation}: FullExchange, {whole, index, name}: WrittenPart): boolean {
  if (index === 0 || (name !== undefined && hasTerm(operation!, name))) {
    return false;
  }
  const [first = ''] = whole.split('=', 1);
  return whole.includes('=') && hasTerm(operation!, first.trim());
}
