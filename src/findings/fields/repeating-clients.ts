import type {ClientInfo} from '../../exchanges/exchange.js';

/** A client library that automatically repeats a request after a lost response. `docs/test/check.md` lists them. */
export interface RepeatingClient {
  readonly name: string;
  /** Matches its User-Agent; null for a client that sends none. */
  readonly userAgent: RegExp | null;
  /** The connections on which it repeats a request. */
  readonly repeatsOn: 'reused' | 'both';
  readonly remedy: string;
}

export const repeatingClients: readonly RepeatingClient[] = [
  {
    name: "Java's HttpURLConnection",
    userAgent: /^Java\/\d/,
    repeatsOn: 'both',
    remedy: 'Start the JVM with -Dsun.net.http.retryPost=false, or send an external id and search for it first.',
  },
  {
    name: "Deno's fetch",
    userAgent: /^Deno\/\d/,
    repeatsOn: 'reused',
    remedy: 'Send an external id and search for it first: fetch has no option against it.',
  },
  {
    name: 'curl',
    userAgent: /^curl\/\d/,
    repeatsOn: 'reused',
    remedy: 'Start one curl for each write, or send an external id and search for it first.',
  },
  {
    name: "PHP's curl",
    userAgent: null,
    repeatsOn: 'reused',
    remedy: 'Set CURLOPT_FRESH_CONNECT for writes, or send an external id and search for it first.',
  },
];

/** @param client of a request; one with a known caller is not PHP, although Node's http sends no User-Agent either */
export const repeatingClient = ({userAgent, caller}: ClientInfo): RepeatingClient | undefined =>
  repeatingClients.find(one =>
    one.userAgent === null ? userAgent === undefined && caller === undefined : one.userAgent.test(userAgent ?? ''),
  );
