import type {ExchangeReader} from './bus.js';
import type {BrokenRule, Exchange, FaultLabel, FindBrokenRules} from './exchange.js';

/** A line of the request log. */
export interface LoggedRequest extends Pick<Exchange, 'account' | 'method' | 'status'> {
  /** By the machine's clock: `2026-01-01T09:30:00.250Z`. */
  readonly time: string;
  /** Includes the query, but never a key. */
  readonly path: string;
  readonly milliseconds: number;
  /** The reason for an error, if any. */
  readonly refusal?: string;
  /** The injected fault, if any. */
  readonly fault?: FaultLabel;
  /** The ids of the overrides that changed the response, if any. */
  readonly overrides?: readonly string[];
  /** The rules of findings that the request breaks, if any. */
  readonly findings?: readonly BrokenRule[];
}

/** Calls `log` for each request after its response. */
export const requestLog =
  (log: (request: LoggedRequest) => void, brokenBy: FindBrokenRules): ExchangeReader =>
  exchange => {
    const {method, url, status, ms, receivedAt, account, fault, overrides} = exchange;
    if (url === '/ready') {
      return; // health checks send it every second
    }
    const findings = brokenBy(exchange);
    const refusal = status < 400 || fault?.kind === 'status' ? undefined : refusalIn(exchange);
    log({
      time: new Date(receivedAt).toISOString(),
      account,
      method,
      path: url,
      status,
      milliseconds: Math.round(ms * 10) / 10,
      ...(refusal !== undefined && {refusal}),
      ...(fault && {fault}),
      ...(overrides && {overrides}),
      ...(findings.length > 0 && {findings}),
    });
  };

const schemes = {basic: 'Basic', bearer: 'Bearer', access_token: 'access_token'};

/** Names the reason, because the service's own response to a request without a key does not. */
function missingKey(unread: string | undefined): string {
  const isKnown = unread?.toLowerCase() === 'header authorization';
  const why = unread === undefined ? '' : `; the ${unread} ${isKnown ? 'is neither Basic nor Bearer' : 'is not read'}`;
  return `no key${why}. Send it as the user of Basic, as Bearer, or as access_token`;
}

/** `Not Found: There is no gift with id 7`; the response itself if it has another format. */
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
