import {setImmediate} from 'node:timers/promises';
import type {Resend, ResendTo} from '../admin/requests/resend.js';
import {serviceUnavailable} from '../errors.js';
import type {ExchangeBus} from '../exchanges/bus.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {KeptExchange} from '../exchanges/journal/kept-exchange.js';
import type {TracedRequest} from '../exchanges/trace/format.js';
import {tracedRequest} from '../exchanges/trace/traced-request.js';
import {SendAgain} from './trace/send-again.js';

/** What stands for a client in what is sent again. */
const caller = 'console';

interface Sending {
  readonly host: string;
  readonly port: number;
  readonly seed: number;
  readonly exchanges: ExchangeBus;
}

/** Sends requests again over HTTP, so that they go the way of every other. One at a time, so that each is told apart. */
export function resendTo(sending: Sending): Resend {
  let last: Promise<unknown> = Promise.resolve();
  return (exchange, to) => {
    const sent = last.then(() => resend(exchange, to, sending));
    last = sent.catch(() => undefined);
    return sent;
  };
}

async function resend(exchange: KeptExchange, to: ResendTo, {exchanges, ...server}: Sending) {
  const {method, url, account} = exchange;
  const wanted = account === null ? null : to.account;
  const sends = new SendAgain(server.port, server.seed, server.host);
  const end = () => sends.close();
  to.signal.addEventListener('abort', end, {once: true});
  let endReading: () => void = () => undefined;
  const published = new Promise<FullExchange>(resolve => {
    endReading = exchanges.subscribe(each => {
      const isIt = each.surface === 'api' && each.client.caller === caller && each.method === method;
      if (isIt && each.account === wanted && each.url === url) {
        resolve(each);
      }
    });
  });
  // A fault may end the connection a moment before that is told of; and one that dribbles ends long after.
  const answered = sends
    .request(requestTo(exchange, to))
    .catch(() => undefined)
    .then(() => setImmediate(undefined));
  void answered.finally(() => {
    end();
    to.signal.removeEventListener('abort', end);
  });
  const found = await Promise.race([published, answered]);
  endReading();
  if (found === undefined) {
    throw serviceUnavailable(`${method} ${url} was sent again, and its connection ended before it was taken`);
  }
  return {seq: found.seq, status: found.status};
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
