import type {FullExchange} from '../../exchanges/exchange.js';
import type {RequestToSend} from '../finding.js';
import {type Parameter, parametersOf, withParameters} from '../requests/rewrite.js';
import {type WrittenPart, writtenParts} from './written-terms.js';

/** Replaces parts of a search. @param part returns the new part; undefined removes it */
export function replaceParts(exchange: FullExchange, part: (part: WrittenPart) => string | undefined): RequestToSend {
  const terms = writtenParts(exchange).flatMap<Parameter>(written => {
    const text = part(written)?.trim();
    return text === undefined || text === '' ? [] : [['q[]', text]];
  });
  const others = parametersOf(exchange).filter(([name]) => name !== 'q' && name !== 'q[]');
  return withParameters(exchange, [...terms, ...others]);
}
