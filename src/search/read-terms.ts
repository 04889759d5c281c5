import type {Issues} from '../schema/issues.js';

/** One condition of a search as the client wrote it: `city=Chicago`. */
export interface WrittenTerm {
  readonly name: string;
  readonly value: string;
}

/** Observed, word for word: the service calls a term a query parameter. */
export const refuseUnknownTerm = (name: string, issues: Issues): void =>
  issues.refuse(name, `Unknown query parameter: ${name}`, 'unknown-parameter');

/**
 * The terms of a search: each `q[]` or `q` holds one or more, joined by `;`. The first `=` splits a term, so a value
 * may hold more of them; blanks around a name or a value do not count. Contract: "Search parameters".
 * @param values of `q[]` and `q`, decoded
 * @param issues gets one for each part that is no term
 */
export function readTerms(values: readonly string[], issues: Issues): WrittenTerm[] {
  const terms: WrittenTerm[] = [];
  for (const value of values) {
    for (const part of value.split(';')) {
      const split = part.indexOf('=');
      if (part.trim() === '') {
        issues.refuse('q[]', `empty term in ${JSON.stringify(value)}; write term=value;term=value`);
      } else if (split === -1) {
        refuseUnknownTerm(part.trim(), issues);
      } else {
        terms.push({name: part.slice(0, split).trim(), value: part.slice(split + 1).trim()});
      }
    }
  }
  return terms;
}
