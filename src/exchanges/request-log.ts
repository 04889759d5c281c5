import type {ExchangeReader} from './bus.js';
import type {Exchange} from './exchange.js';

/** One request, as the log tells of it. */
export interface LoggedRequest {
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
    const {method, url, status, ms} = exchange;
    const refusal = status < 400 ? undefined : refusalIn(exchange);
    log({
      method,
      path: url,
      status,
      milliseconds: Math.round(ms * 10) / 10,
      ...(refusal !== undefined && {refusal}),
    });
  };

/** `Not Found: There is no gift with id 7`; text where the reply is not of the usual shape. */
function refusalIn({reply}: Exchange): string | undefined {
  try {
    const {error, description} = JSON.parse(reply ?? '') as {error?: string; description?: string};
    return description === undefined ? reply : `${error}: ${description}`;
  } catch {
    return reply;
  }
}
