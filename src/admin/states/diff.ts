import {notFound} from '../../errors.js';
import {type DataDiff, dataDiffOf, writtenDiff} from '../../exchanges/change/data-diff.js';
import {type FoundDiff, findDiff} from '../../exchanges/change/find-diff.js';
import {inPieces} from '../../operations/pieces.js';
import {quote} from '../../schema/fields.js';
import {runHeavy, runInTurns} from '../../store/chunked.js';
import {type AdminContext, adminOperation} from '../admin-operation.js';
import {findState} from './find-state.js';

/** The states to compare: each `request:142`, `after:142`, `before:142`, a snapshot's name, or `baseline`. */
export interface DiffRange {
  /** Default: baseline */
  readonly from?: string | undefined;
  /** Default: the current state */
  readonly to?: string | undefined;
}

export interface Diff extends DataDiff {
  readonly from: string;
  /** Omitted for the current state. */
  readonly to?: string;
}

type AccountHistory = Pick<AdminContext, 'account' | 'journal'>;

function find({account, journal}: AccountHistory, {from = 'baseline', to}: DiffRange): Promise<FoundDiff> {
  const before = findState(account, journal, from, 'from').state;
  const after = to === undefined ? account.state : findState(account, journal, to, 'to').state;
  return runHeavy(() => runInTurns(findDiff(before, after)));
}

const headOf = ({from = 'baseline', to}: DiffRange) => ({from, ...(to !== undefined && {to})});

export async function diffOf(place: AccountHistory, range: DiffRange = {}): Promise<Diff> {
  return {...headOf(range), ...dataDiffOf(await find(place, range))};
}

const written = async (place: AccountHistory, range: DiffRange) =>
  inPieces(writtenDiff(headOf(range), await find(place, range)));

export const showDiff = adminOperation({
  id: 'showDiff',
  method: 'GET',
  path: '/_sandbox/diff',
  summary: 'Get the records that were created, changed and deleted between two states',
  query: ['from', 'to'],
  handle: ({account, journal, query}) => written({account, journal}, query),
});

export const showRequestDiff = adminOperation({
  id: 'showRequestDiff',
  method: 'GET',
  path: '/_sandbox/requests/{seq}/diff',
  summary: 'Get the records that a request created, changed and deleted',
  handle: async ({account, journal, params: {seq}}) => {
    if (!/^[1-9]\d{0,14}$/.test(seq)) {
      throw notFound(`There is no request ${quote(seq)}: requests are numbered from 1 on`);
    }
    return written({account, journal}, {from: `before:${seq}`, to: `request:${seq}`});
  },
});
