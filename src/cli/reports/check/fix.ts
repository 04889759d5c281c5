import {pascal, singular} from '../../../operations/names.js';
import type {CheckCase, Repeat, Verdict} from '../../../sandbox/check/types.js';
import {withoutParent} from './harm.js';

/** Fields by which a client can find a record that it created. */
const ownIds: Readonly<Record<string, string>> = {
  gifts: 'external_id',
  notes: 'external_id',
  volunteer_times: 'external_id',
  constituents: 'external_constituent_id',
};

/** A sentence or two; null for a verdict that needs no fix. */
export function fixOf({verdict, check, call, records}: CheckCase): string | null {
  const created = call && withoutParent(call);
  const called = Object.keys(ownIds).find(kind => created === `create${pascal(singular(kind))}`);
  const field = ownIds[records.find(({difference}) => difference === verdict)?.kind ?? called ?? ''];
  const search = field === undefined ? 'Search for the record' : `Send an ${field} of your own, and search for it`;
  const repeated = `${search} before you send the request again: it may have been stored although no response came.`;
  const runAgain = `${search} before you create it: the next run then finds what this one stored.`;
  const fixes: Readonly<Partial<Record<Verdict, string>>> = {
    duplicated: check === 'twice' || check === 'kill' ? runAgain : call?.method === 'GET' ? failedRead : repeated,
    lost: check === 'kill' ? moveLater : check === 'lost' || check === 'silent' ? unknownResult : checkStatus,
    changed: 'Read the record again before you repeat a change, and send only the fields that you mean to change.',
    stuck: `${search} first, and treat a record that is there as done: a 422 that says "taken" is no error then.`,
    hung: 'Set a timeout for each request, and fail after a few attempts.',
    depends: 'Do not rely on this behavior: the service may do either.',
  };
  return fixes[verdict] ?? null;
}

const failedRead =
  'A request that fails is no empty result. Check the status and the content type before you create anything.';
const moveLater = 'Move your cursor only after the service has stored the record.';
const unknownResult =
  'Without a response, the result is unknown. Search for the record, and send it again if it is missing.';
const checkStatus =
  'Check the status and the content type of each response before you go on, and fail if it is no success.';

/** Names the origin of a repeated request, and the remedy. */
export function repeatText({by, client, remedy}: Repeat): string {
  const origin =
    by === 'library'
      ? `Your code sent it once; ${client ?? 'your HTTP library'} sent it again.`
      : 'It was repeated by your code or your HTTP library.';
  return remedy === null ? origin : `${origin} ${remedy}${/[.!]$/.test(remedy) ? '' : '.'}`;
}
