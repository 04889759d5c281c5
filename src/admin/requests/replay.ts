import type {Accounts} from '../../accounts/accounts.js';
import {conflict, parameterError} from '../../errors.js';
import type {JournalEntry} from '../../exchanges/journal/entry.js';
import {quote} from '../../schema/fields.js';
import {createAccount} from '../accounts.js';
import type {Resent} from '../admin-operation.js';
import {type AdminContext, adminOperation, executeAdmin} from '../admin-operation.js';
import {findStates} from '../states/find-state.js';
import {findRequest} from './show.js';

/** A replayed request: its number and status in the account that received it. */
export interface ReplayedRequest extends Resent {
  readonly account: string;
  readonly key?: string;
}

/** @throws ApiError, a 409, if the journal does not hold the complete request */
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

/** Returns the first free name of `replay-of-142`, `replay-of-142-2`, ... */
function freeName(seq: number, accounts: Accounts): string {
  let name = `replay-of-${seq}`;
  for (let number = 2; accounts.has(name); number += 1) {
    name = `replay-of-${seq}-${number}`;
  }
  return name;
}

/** Creates an account with the data from just before the request. */
async function forkBefore(seq: number, context: AdminContext): Promise<{account: string; key: string}> {
  const {account, accounts, journal} = context;
  findStates(account, journal, seq); // throws before anything is created if a state is missing
  const body = {name: freeName(seq, accounts), from: {state: `before:${seq}`}};
  const {name, key} = await executeAdmin(createAccount, context, {body});
  return {account: name, key: key!};
}

function isFork(text: string | undefined): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false') {
    throw parameterError(`fork: must be true or false, got ${quote(text)}`);
  }
  return text === 'true';
}

export const replayRequest = adminOperation({
  id: 'replayRequest',
  method: 'POST',
  path: '/_sandbox/requests/{seq}/replay',
  summary: 'Send a request again, to the account or to a copy of it as it was before',
  query: ['fork'],
  changesNothing: true, // the request and the new account publish their own events
  handle: async ({params, query, committed: _, ...context}): Promise<ReplayedRequest> => {
    const isCopy = isFork(query.fork);
    const entry = findRequest(context, params.seq);
    checkWhole(entry);
    const to = isCopy ? await forkBefore(entry.seq, context) : {account: context.account.name};
    const {seq, status} = await context.resend(entry.exchange, {...to, isCopy, signal: context.signal});
    return {...to, seq, status};
  },
});
