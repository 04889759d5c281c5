import {type DataDiff, dataDiffOf, writtenDiff} from '../exchanges/change/data-diff.js';
import {type FoundDiff, findDiff} from '../exchanges/change/find-diff.js';
import {inPieces} from '../workload/pieces.js';
import {finishInTurns} from '../workload/steps.js';
import {type AdminContext, adminOperation} from './admin-operation.js';
import {findSnapshot} from './snapshots.js';

/** What became of the records of an account since a moment. */
export interface Diff extends DataDiff {
  /** A snapshot, or `baseline`. */
  readonly from: string;
}

function find({account}: Pick<AdminContext, 'account'>, from: string): Promise<FoundDiff> {
  const before = from === 'baseline' ? account.baseline : findSnapshot(account, from);
  return finishInTurns(findDiff(before, account.state));
}

/** What became of the records of an account since a snapshot, or since the baseline. */
export async function diffOf(context: Pick<AdminContext, 'account'>, from = 'baseline'): Promise<Diff> {
  return {from, ...dataDiffOf(await find(context, from))};
}

export const showDiff = adminOperation({
  id: 'showDiff',
  method: 'GET',
  path: '/_sandbox/diff',
  summary: 'What was created, changed and deleted since a snapshot, or since the baseline',
  query: ['from'],
  handle: async ({account, query: {from = 'baseline'}}) => inPieces(writtenDiff({from}, await find({account}, from))),
});
