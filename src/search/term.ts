import type {Issues} from '../schema/issues.js';
import type {Settings} from '../settings.js';
import type {Transaction} from '../store/transaction.js';
import type {Condition} from './condition.js';
import {readTerms, refuseUnknownTerm} from './read-terms.js';
import type {ValueReader} from './read-values.js';

/** One entry of a term table: the complete definition of a term. */
export interface TermSpec<V> {
  readonly name: string;
  readonly value: ValueReader<V>;
  /** The matching records as a predicate, for the docs: "any name field contains the text". */
  readonly finds: string;
  /** The kind of record that its ids refer to. */
  readonly idsOf?: string;
  condition(value: V, transaction: Transaction, settings: Settings): Condition;
}

// biome-ignore lint/suspicious/noExplicitAny: a table has terms of several values
export type Term = TermSpec<any>;

export const term = <V>(spec: TermSpec<V>): Term => spec;

/**
 * Parses the conditions of a search.
 * @param issues receives one for each unknown or malformed term
 */
export function readConditions(
  terms: readonly Term[],
  values: readonly string[],
  {transaction, settings}: {readonly transaction: Transaction; readonly settings: Settings},
  issues: Issues,
): Condition[] {
  return readTerms(values, issues).flatMap(({name, value}) => {
    const spec = terms.find(term => term.name === name);
    if (spec === undefined) {
      refuseUnknownTerm(name, issues);
      return [];
    }
    const read = readValue(spec, value, issues);
    return read === undefined ? [] : [spec.condition(read, transaction, settings)];
  });
}

/** The value of a term; undefined if it is blank. */
function readValue({name, value: reader}: Term, value: string, issues: Issues): unknown {
  const read: unknown = reader.read(value);
  if (read !== undefined) {
    return read;
  }
  const complaint = reader.complaint === undefined ? '' : `${reader.complaint}: `;
  const message = `${complaint}must be ${reader.accepts}, got ${JSON.stringify(value)}`;
  if (reader.passOver === undefined || value === '') {
    issues.refuse(name, message);
    return undefined;
  }
  issues.ignore(name, message, 'unknown-id');
  return reader.passOver(value);
}
