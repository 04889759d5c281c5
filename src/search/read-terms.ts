/** One condition of a search as the client wrote it: `city=Chicago`. */
export interface WrittenTerm {
  readonly name: string;
  readonly value: string;
}

/** Observed, word for word. */
export const unknownTerm = (name: string) => `Unknown query parameter: ${name}`;

/**
 * The terms of a search: each `q[]` or `q` holds one or more, joined by `;`. The first `=` splits a term, so a value
 * may hold more of them; blanks around a name or a value do not count. Contract: "Search parameters".
 * @param values of `q[]` and `q`, decoded
 * @param issues gets a sentence for each part that is no term
 */
export function readTerms(values: readonly string[], issues: string[]): WrittenTerm[] {
  const terms: WrittenTerm[] = [];
  for (const value of values) {
    for (const part of value.split(';')) {
      const split = part.indexOf('=');
      if (part.trim() === '') {
        issues.push(`q[] holds an empty term in ${JSON.stringify(value)}; terms are written term=value;term=value`);
      } else if (split === -1) {
        issues.push(unknownTerm(part.trim()));
      } else {
        terms.push({name: part.slice(0, split).trim(), value: part.slice(split + 1).trim()});
      }
    }
  }
  return terms;
}
