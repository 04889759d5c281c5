import type {Records} from '../store/records.js';
import type {Sliceable} from '../store/rows.js';

/** How many searches are remembered for one state of an account. */
const most = 8;

const kept = new WeakMap<Records, Map<string, Sliceable<unknown>>>();

/**
 * The matches of a search, found once for as long as nothing is written: the pages of one search cost no more than the
 * first of them. They go with the records they were found in.
 * @param question all that the matches depend on besides the records
 */
export function keptMatches<R>(records: Records, question: string, find: () => Sliceable<R>): Sliceable<R> {
  let ofRecords = kept.get(records);
  if (ofRecords === undefined) {
    ofRecords = new Map();
    kept.set(records, ofRecords);
  }
  const matches = (ofRecords.get(question) as Sliceable<R> | undefined) ?? find();
  ofRecords.delete(question);
  ofRecords.set(question, matches);
  if (ofRecords.size > most) {
    ofRecords.delete(ofRecords.keys().next().value!);
  }
  return matches;
}
