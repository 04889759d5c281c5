import {conflict, parameterError} from '../../errors.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import {quote} from '../../schema/fields.js';
import {createAccount, freeName} from '../accounts.js';
import {type AdminContext, adminOperation, executeAdmin, type Resent} from '../admin-operation.js';
import {findStates} from '../states/find-state.js';
import {findRequest} from './show.js';

/** A replayed request: its number and status in the account that received it. */
export interface ReplayedRequest extends Resent {
  readonly account: string;
  readonly key?: string;
}

/** @throws ApiError, a 409, if the journal does not contain the complete request */
function checkWhole({exchange}: JournalEntry): void {
  const {seq, method, rawBody, wholeBody, requestHeaders} = exchange;
  if (method === '') {
    throw conflict(`Request ${seq} was not readable as HTTP, so that nothing can send it again`);
  }
  if (wholeBody !== undefined) {
    throw conflict(`Request ${seq} cannot be sent again: of its body, ${wholeBody.length} bytes, 64 KiB are kept`);
  }
  if (rawBody === undefined && `${requestHeaders['content-length'] ?? 0}` !== '0') {
    throw conflict(`Request ${seq} cannot be sent again: it was refused before its body was read`);
  }
}

async function forkBefore(seq: number, context: AdminContext): Promise<{account: string; key: string}> {
  findStates(context.account, context.journal, seq); // fails before anything is created if a state is missing
  const name = freeName(context.accounts, number => `replay-of-${seq}${number === 1 ? '' : `-${number}`}`);
  const {key} = await executeAdmin(createAccount, context, {body: {name, from: {state: `before:${seq}`}}});
  return {account: name, key: key!};
}

export const replayRequest = adminOperation({
  id: 'replayRequest',
  method: 'POST',
  path: '/_sandbox/requests/{seq}/replay',
  summary: 'Send a request again, to the account or to a copy of its earlier state',
  query: ['fork'],
  changesNothing: true, // the request and the new account publish their own events
  handle: async ({params, query: {fork = 'false'}, committed: _, ...context}): Promise<ReplayedRequest> => {
    if (fork !== 'true' && fork !== 'false') {
      throw parameterError(`fork: must be true or false, got ${quote(fork)}`);
    }
    const isCopy = fork === 'true';
    const entry = findRequest(context, params.seq);
    checkWhole(entry);
    const to = isCopy ? await forkBefore(entry.seq, context) : {account: context.account.name};
    const {seq, status} = await context.resend(entry.exchange, {...to, isCopy, signal: context.signal});
    return {...to, seq, status};
  },
});
