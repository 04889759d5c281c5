import type {ExchangeReader} from './bus.js';
import type {Exchange} from './exchange.js';

/** One request, as the log tells of it. */
export interface LoggedRequest {
  /** When it came, by the machine's clock: `2026-01-01T09:30:00.250Z`. */
  readonly time: string;
  /** The account of its key; null where there is none. */
  readonly account: string | null;
  readonly method: string;
  /** With its query, but never with a key. */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Why it was refused, if it was. */
  readonly refusal?: string;
}

/** A reader that tells `log` of each request once it is answered. */
export const requestLog =
  (log: (request: LoggedRequest) => void): ExchangeReader =>
  exchange => {
    const {method, url, status, ms, receivedAt, account} = exchange;
    const refusal = status < 400 ? undefined : refusalIn(exchange);
    log({
      time: new Date(receivedAt).toISOString(),
      account,
      method,
      path: url,
      status,
      milliseconds: Math.round(ms * 10) / 10,
      ...(refusal !== undefined && {refusal}),
    });
  };

const schemes = {basic: 'Basic', bearer: 'Bearer', access_token: 'access_token'};

/** The service's own answer to a request without a key says nothing of it. */
function missingKey(unread: string | undefined): string {
  const why =
    unread === undefined
      ? ''
      : `; the ${unread} ${isKnownHeader(unread) ? 'is neither Basic nor Bearer' : 'is not read'}`;
  return `no key${why}. Send it as the user of Basic, as Bearer, or as access_token`;
}

const isKnownHeader = (unread: string) => unread.toLowerCase() === 'header authorization';

/** `Not Found: There is no gift with id 7`; text where the reply is not of the usual shape. */
export function refusalIn({status, key, unreadKey, reply}: Exchange): string | undefined {
  if (status === 401) {
    return `Unauthorized: ${key === undefined ? missingKey(unreadKey) : `unknown key, sent as ${schemes[key.scheme]}`}`;
  }
  try {
    const {error, description} = JSON.parse(reply ?? '') as {error?: string; description?: string};
    return description === undefined ? reply : `${error}: ${description}`;
  } catch {
    return reply;
  }
}
