import type {AccountEntry} from '../../../admin/accounts.js';
import type {ListedRequest} from '../../../admin/requests/list.js';
import type {ShownRequest} from '../../../admin/requests/show.js';
import {account} from './accounts.js';
import {notify} from './announce.js';
import {fetchAny, fetchJson, type RawRequest, send, statusOf} from './api.js';

/** Seconds until a fork expires, in case the page is closed before it deletes the fork. */
const life = 60;

/**
 * Sends a request as a client of an account and accepts any status.
 * @returns the request from the journal. @throws Error if there is no response, or no entry
 */
export async function sendTo(name: string, request: RawRequest): Promise<ShownRequest> {
  await (await fetchAny(request, {account: name})).text();
  const path = '/_sandbox/requests?caller=console&limit=1';
  const {requests} = await fetchJson<{requests: readonly ListedRequest[]}>('GET', path, {account: name});
  if (requests[0] === undefined) {
    throw new Error('The sandbox keeps no request of this response; --journal-requests sets how many it keeps');
  }
  return fetchJson('GET', `/_sandbox/requests/${requests[0].seq}`, {account: name});
}

/** True if the state before a request is no longer stored, or the request had no account. */
export const isStateGone = (error: unknown): boolean => [404, 409].includes(statusOf(error));

/**
 * Sends a request to a copy of the current account, and deletes the copy.
 * @param state `before:142`; default: the current state
 * @throws Error if there is no response, or the state is no longer stored
 */
export async function sendInFork(request: RawRequest, state?: string): Promise<ShownRequest> {
  const from = state === undefined ? {account: account.value} : {state};
  const {name} = await fetchJson<AccountEntry>('POST', '/_sandbox/accounts', {body: {from, ttl: life}});
  try {
    return await sendTo(name, request);
  } finally {
    const keep = () => notify(`The fork ${name} could not be deleted; it expires in a minute`, {isBad: true});
    await send('DELETE', `/_sandbox/accounts/${name}`).catch(keep);
  }
}
