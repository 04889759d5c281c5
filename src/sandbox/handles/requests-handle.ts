import {defaultAccount} from '../../accounts/accounts.js';
import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {type ListedRequest, listOf} from '../../admin/requests/list.js';
import {setMark} from '../../admin/requests/marks.js';
import {type ReplayedRequest, replayRequest} from '../../admin/requests/replay.js';
import {type ShownRequest, showRequest} from '../../admin/requests/show.js';
import type {Exchange} from '../../exchanges/exchange.js';
import {queryOf} from '../../exchanges/filters/read-filters.js';
import type {RequestFilters} from '../../exchanges/filters/request-filters.js';

/** The requests to an account: `docs/requests.md`. */
export interface RequestsHandle {
  /** Returns the stored requests and their outcomes, the oldest first, optionally filtered. */
  requests(filters?: RequestFilters): Promise<readonly ListedRequest[]>;
  /** Returns a request with its body, response and change. @param seq the request's number */
  request(seq: number): Promise<ShownRequest>;
  /**
   * Sends a request again as a client would, with `console` as its caller: to the account itself or, with `fork`, to a
   * new account with the data from before the request.
   * @param seq the request's number
   */
  replay(seq: number, options?: {readonly fork?: boolean}): Promise<ReplayedRequest>;
  /** Labels all following requests, for example with the title of a test; null removes the label. */
  mark(name: string | null): Promise<void>;
  /** Calls the reader after each response. @returns a function that unsubscribes */
  onExchange(reader: (exchange: Exchange) => void): () => void;
}

/** @param name the account's name; the default account also gets requests without an account */
export function requestsHandle(name: string, context: () => AdminContext): RequestsHandle {
  const isOwn = ({account, surface}: Exchange) => surface === 'api' && (account ?? defaultAccount) === name;
  return {
    requests: async (filters = {}) => listOf(context(), queryOf(filters)),
    request: async seq => executeAdmin(showRequest, context(), {params: {seq: String(seq)}}),
    replay: async (seq, {fork = false} = {}) =>
      executeAdmin(replayRequest, context(), {params: {seq: String(seq)}, query: {fork: String(fork)}}),
    mark: async mark => {
      await executeAdmin(setMark, context(), {body: {name: mark}});
    },
    onExchange: reader => context().exchanges.subscribe(exchange => isOwn(exchange) && reader(exchange)),
  };
}
