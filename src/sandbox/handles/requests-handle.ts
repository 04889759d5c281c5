import {defaultAccount} from '../../accounts/accounts.js';
import {type AdminContext, executeAdmin} from '../../admin/admin-operation.js';
import {type ListedRequest, listOf} from '../../admin/requests/list.js';
import {setMark} from '../../admin/requests/marks.js';
import {type ReplayedRequest, replayRequest} from '../../admin/requests/replay.js';
import {type ShownRequest, showRequest} from '../../admin/requests/show.js';
import type {Exchange} from '../../exchanges/exchange.js';
import {queryOf} from '../../exchanges/filters/read-filters.js';
import type {RequestFilters} from '../../exchanges/filters/request-filters.js';

/** The requests that came to an account: `docs/requests.md`. */
export interface RequestsHandle {
  /** The latest and what became of each, the oldest first: those that the filters mean, or all that are kept. */
  requests(filters?: RequestFilters): Promise<readonly ListedRequest[]>;
  /** One with its body, its reply, and what it changed. @param seq its number */
  request(seq: number): Promise<ShownRequest>;
  /**
   * Sends a request again as a client would, with `console` for its caller: to the account as it is, or to a copy of what
   * it was before, an account of its own.
   * @param seq its number
   */
  replay(seq: number, options?: {readonly fork?: boolean}): Promise<ReplayedRequest>;
  /** What the requests from now on belong to, such as the title of a test; null for nothing. */
  mark(name: string | null): Promise<void>;
  /** Tells of each request once it is answered. @returns ends it */
  onExchange(reader: (exchange: Exchange) => void): () => void;
}

/** @param name of the account; that of the default one has what came without an account, too */
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
