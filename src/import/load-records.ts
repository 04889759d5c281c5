import {constituents} from '../resources/constituents/constituents.js';
import type {Issues} from '../schema/issues.js';
import type {Transaction} from '../store/transaction.js';
import {namedCategories} from './category-mentions.js';
import {checkExternalIds, checkReplies} from './check.js';
import {heldCategories} from './constituent-kind.js';
import {Document} from './document.js';
import {assignKeywords} from './held-keywords.js';
import {isMissing} from './items.js';
import {kinds} from './kinds.js';
import {implyReferences} from './references.js';
import {interpretRecord, storeRecord} from './store-record.js';

/** What a load did. */
export interface Loaded {
  /** How many records of each kind the document holds, those nested in others and those implied among them. */
  readonly counts: ReadonlyMap<string, number>;
  /** The ids of the records that had a local name. */
  readonly ids: ReadonlyMap<string, number>;
}

/**
 * Loads records that a tester gives, in the wire's own shapes, by the names of their collections. Records that bring
 * an id that is taken replace the one that has it; all others are new. Throws a 422 that names every issue by its path
 * below `records`; the transaction is of no use then.
 * @param records as it came: nothing is known of it
 * @param issues what is wrong with the request so far
 */
export function loadRecords(records: unknown, transaction: Transaction, issues: Issues): Loaded {
  const document = new Document(kinds, transaction);
  document.read(records, issues);
  // Records that are implied may imply others: the list grows while it is walked.
  for (const given of document.all) {
    implyReferences(given, document);
    given.kind.imply?.(given, document);
  }
  document.handOutIds();
  for (const {name} of kinds.values()) {
    for (const given of document.given(name)) {
      const said = interpretRecord(given, document);
      if (!issues.hasRefused) {
        storeRecord(given, said, document);
      }
    }
  }
  loadHeldKeywords(document, issues);
  issues.throwIfRefused();
  checkReplies(document.all, document);
  checkExternalIds(document);
  issues.throwIfRefused();
  return {counts: countsOf(document), ids: document.names()};
}

function loadHeldKeywords(document: Document, issues: Issues): void {
  for (const given of document.given(constituents.name)) {
    if (!isMissing(given.fields.categories)) {
      const named = namedCategories(given, heldCategories, document);
      if (!issues.hasRefused) {
        assignKeywords(given.id, named, document);
      }
    }
  }
}

function countsOf(document: Document): Map<string, number> {
  const counts = Array.from(kinds.keys(), name => [name, document.given(name).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
