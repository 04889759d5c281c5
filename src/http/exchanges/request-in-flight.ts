import type {ParameterizedContext} from 'koa';
import type {ClientInfo} from '../../exchanges/exchange.js';
import type {RequestRef} from '../../exchanges/expectations.js';
import {keptHeaders} from '../../exchanges/redact.js';
import type {ReceivedRequest, Unanswered} from '../../exchanges/unanswered.js';
import type {RequestState} from '../request-state.js';
import {clientOf, requestWithoutKey} from './request-without-key.js';

/** A request without a response so far. Nobody reads most of them, so everything is made at the first reading. */
export class RequestInFlight implements ReceivedRequest {
  readonly ref: RequestRef = {seq: undefined};
  readonly #ctx: ParameterizedContext<RequestState>;
  #shown: ReturnType<typeof requestWithoutKey> | undefined;

  constructor(ctx: ParameterizedContext<RequestState>) {
    this.#ctx = ctx;
  }

  get account(): string {
    return this.#ctx.state.account.name;
  }

  get operation() {
    const {match} = this.#ctx.state;
    return match.kind === 'operation' ? match.operation : undefined;
  }

  get method(): string {
    return this.#ctx.method;
  }

  get url(): string {
    return this.#withoutKey.url;
  }

  get query(): Readonly<Record<string, string | readonly string[] | undefined>> {
    return this.#withoutKey.query;
  }

  get body(): unknown {
    return this.#withoutKey.body;
  }

  get #withoutKey() {
    this.#shown ??= requestWithoutKey(this.#ctx);
    return this.#shown;
  }

  get client(): ClientInfo {
    return clientOf(keptHeaders(this.#ctx.req.headers));
  }
}

/** Registers a request whose body has been read, once. */
export function receive(ctx: ParameterizedContext<RequestState>, unanswered: Unanswered): void {
  if (ctx.state.received === undefined) {
    ctx.state.received = new RequestInFlight(ctx);
    unanswered.receive(ctx.state.received);
  }
}
