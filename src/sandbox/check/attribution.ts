import type {ClientInfo} from '../../exchanges/exchange.js';
import {repeatingClient} from '../../findings/fields/repeating-clients.js';
import type {Repeat} from './types.js';

/** The numbers of repeats of a call whose response was lost, by connection; undefined if it was not tried. */
export interface Repeats {
  readonly fresh: number | undefined;
  readonly reused: number | undefined;
}

/**
 * Decides who repeated a call: the library, if it happens only on a reused connection, or if the client is known to do
 * so.
 */
export function repeatOf({fresh, reused}: Repeats, sender: ClientInfo): Repeat {
  const client = repeatingClient(sender);
  const isOnReusedOnly = fresh === 0 && reused === 1;
  const isKnown = client?.repeatsOn === 'both' && (fresh ?? 1) === 1 && (reused ?? 1) === 1;
  if (!isOnReusedOnly && !isKnown) {
    return {by: 'code or library', client: null, remedy: null};
  }
  const general = 'Send writes on fresh connections, or send an external id and search for it first.';
  return {by: 'library', client: client?.name ?? null, remedy: client?.remedy ?? general};
}
