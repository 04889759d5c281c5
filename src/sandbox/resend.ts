import {setImmediate} from 'node:timers/promises';
import type {Resend, ResendTo, Resent} from '../admin/requests/resend.js';
import {serviceUnavailable} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {KeptExchange} from '../exchanges/journal/kept-exchange.js';
import type {TracedRequest} from '../exchanges/trace/format.js';
import {tracedRequest} from '../exchanges/trace/traced-request.js';
import {SendAgain} from './trace/send-again.js';

const caller = 'console';

interface Place {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly exchanges: ExchangeBus;
}

/** Sends requests again over HTTP, so that they take the same path as any other. */
export function resendTo({exchanges, ...place}: Place): Resend {
  const expected = new Expected();
  exchanges.subscribe(expected.read);
  return async (exchange, to) => {
    const {method, url} = exchange;
    const resent = expected.next(exchange, to);
    const answered = send(exchange, to, place);
    const found = await Promise.race([resent, answered]);
    if (found === undefined) {
      expected.forget(resent);
      throw serviceUnavailable(`${method} ${url} was sent again, and its connection ended before it was taken`);
    }
    return found;
  };
}

/** @returns undefined once the request has ended, successfully or not */
async function send(exchange: KeptExchange, to: ResendTo, {host, port, seed}: Omit<Place, 'exchanges'>) {
  const sends = new SendAgain(port, seed, host);
  const end = () => sends.close();
  to.signal.addEventListener('abort', end, {once: true});
  try {
    await sends.request(requestTo(exchange, to));
  } catch {
    await setImmediate(); // a fault may close the connection just before its exchange is published
  } finally {
    end();
    to.signal.removeEventListener('abort', end);
  }
  return undefined;
}

function requestTo(exchange: KeptExchange, {account, isCopy}: ResendTo): TracedRequest {
  const traced = tracedRequest(exchange) as TracedRequest;
  return {
    ...traced,
    ...(traced.account !== null && {account}),
    ...(isCopy && {key: {scheme: traced.key?.scheme ?? 'bearer', role: 'full'}}),
    caller,
  };
}

/** Resent requests whose exchanges are not published yet. Identical requests are interchangeable. */
class Expected {
  readonly #tests = new Map<Promise<Resent>, (exchange: FullExchange) => boolean>();

  next({method, url, account}: KeptExchange, to: ResendTo): Promise<Resent> {
    const {promise, resolve} = withResolve<Resent>();
    const wanted = account === null ? null : to.account;
    this.#tests.set(promise, exchange => {
      const isOfConsole = exchange.surface === 'api' && exchange.client.caller === caller;
      const isIt = isOfConsole && exchange.account === wanted && exchange.method === method && exchange.url === url;
      if (isIt) {
        resolve({seq: exchange.seq, status: exchange.status});
      }
      return isIt;
    });
    return promise;
  }

  forget(resent: Promise<Resent>): void {
    this.#tests.delete(resent);
  }

  readonly read = (exchange: FullExchange): void => {
    for (const [resent, takes] of this.#tests) {
      if (takes(exchange)) {
        this.#tests.delete(resent);
        return;
      }
    }
  };
}

function withResolve<T>(): {readonly promise: Promise<T>; readonly resolve: (value: T) => void} {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>(taken => {
    resolve = taken;
  });
  return {promise, resolve};
}
