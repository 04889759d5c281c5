import type {FullExchange} from '../../exchanges/exchange.js';
import {hasTerm} from './term-for.js';
import type {WrittenPart} from './written-terms.js';

/**
 * Whether a part is what is left of a value with a `;` in it: it stands behind a term, in the same `q[]`, and is no
 * term itself.
 */
export function splitValue({operation}: FullExchange, {whole, index, name}: WrittenPart): boolean {
  if (index === 0 || (name !== undefined && hasTerm(operation!, name))) {
    return false;
  }
  const [first = ''] = whole.split('=', 1);
  return whole.includes('=') && hasTerm(operation!, first.trim());
}
