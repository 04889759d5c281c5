import {limits} from '../limits.js';
import type {Issues} from '../schema/issues.js';

/** A condition of a search as the client wrote it: `city=Chicago`. */
export interface WrittenTerm {
  readonly name: string;
  readonly value: string;
}

/** Observed, word for word: the service calls a term a query parameter. */
export const refuseUnknownTerm = (name: string, issues: Issues): void =>
  issues.refuse(name, `Unknown query parameter: ${name}`, 'unknown-parameter');

/**
 * The terms of a search: each `q[]` or `q` contains one or more, separated by `;`. The first `=` splits a term, so a
 * value may contain others; blanks around names and values are ignored, as are repeated terms. Contract: "Search
 * parameters".
 * @param values of `q[]` and `q`, decoded
 * @param issues receives one for each invalid part, and one if there are too many or one is too long
 */
export function readTerms(values: readonly string[], issues: Issues): WrittenTerm[] {
  const parts = new Set(values.flatMap(value => value.split(';')).map(part => part.trim()));
  const terms = new Map<string, WrittenTerm>();
  for (const part of parts) {
    const split = part.indexOf('=');
    if (part.length > limits.searchTermLength) {
      issues.refuse('q[]', `holds a term of ${part.length} characters; ${limits.searchTermLength} are the most`);
    } else if (part === '') {
      const value = values.find(value => value.split(';').some(part => part.trim() === ''));
      issues.refuse('q[]', `empty term in ${JSON.stringify(value)}; write term=value;term=value`);
    } else if (split === -1) {
      refuseUnknownTerm(part, issues);
    } else {
      const term = {name: part.slice(0, split).trim(), value: part.slice(split + 1).trim()};
      terms.set(JSON.stringify(term), term);
    }
    if (terms.size > limits.searchTerms) {
      issues.refuse('q[]', `holds more than ${limits.searchTerms} different terms; ${limits.searchTerms} are the most`);
      return [];
    }
  }
  return [...terms.values()];
}
