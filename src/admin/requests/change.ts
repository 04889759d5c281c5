import type {Entry} from '../../exchanges/journal/entry.js';
import type {Schema} from '../../store/schema.js';
import {type Diff, diffBetween} from '../diff.js';

/** What a request created, changed with old and new per field, and deleted. */
export type RequestChange = Omit<Diff, 'from'>;

/** The one place that asks what an exchange changed. @returns null where it changed nothing, or that is not known any more */
export async function changeOf({states, hasChanged}: Entry, schema: Schema): Promise<RequestChange | null> {
  if (states === undefined || !hasChanged) {
    return null;
  }
  const {from: _, ...change} = await diffBetween('', states.before, states.after, schema);
  return change;
}
