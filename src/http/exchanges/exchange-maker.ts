import type {IncomingMessage} from 'node:http';
import type {ParameterizedContext} from 'koa';
import {machineClock, timestamp} from '../../accounts/clock.js';
import {type ClientInfo, type FullExchange, noIssues} from '../../exchanges/exchange.js';
import {keptHeaders, unreadKey, withoutKey} from '../../exchanges/redact.js';
import {labelOf} from '../faults/fault-call.js';
import type {RequestState} from '../request-state.js';
import {clientOf, issuesWithoutKey, type RedactedRequest, replyWithoutKey} from './request-without-key.js';

type Headers = FullExchange['requestHeaders'];

/** What is known of a request besides what it says: the name of its account, if it has one, and how long it took. */
type Received = Required<Pick<FullExchange, 'seq' | 'order' | 'account' | 'receivedAt' | 'ms'>>;

const none = {};

/**
 * Makes exchanges of requests that were answered. A client sends nearly the same headers each time, and many requests come in the same
 * second: what the last one had is used again, so that a thousand that are kept take little more than one.
 */
export class ExchangeMaker {
  #sent: readonly string[] = [];
  #headers: Headers = none;
  #client: ClientInfo = none;
  #key: FullExchange['key'];

  make(
    ctx: ParameterizedContext<RequestState>,
    {hidesKey, ...shown}: RedactedRequest,
    {seq, order, account, receivedAt, ms}: Received,
  ): FullExchange {
    const state: Partial<RequestState> = ctx.state;
    const {match, surface = 'api', keyKind, outcome, account: found, activeFault} = state;
    const before = outcome?.before ?? state.found;
    const isSilent = activeFault?.isSilent === true;
    const reply: unknown = isSilent ? undefined : (activeFault?.sent ?? ctx.body);
    const matched = match?.kind === 'operation' ? match : undefined;
    const {req, res} = ctx;
    const issues = outcome?.issues ?? noIssues;
    this.#take(req);
    return {
      seq,
      order,
      at: outcome?.at ?? timestamp(before?.clock ?? machineClock),
      receivedAt,
      account,
      surface,
      key: this.#keyOf(keyKind),
      unreadKey: keyKind === undefined && res.statusCode === 401 ? unreadKeyOf(ctx) : undefined,
      client: this.#client,
      method: req.method ?? '',
      url: shown.url,
      operation: matched?.operation,
      params: shown.params,
      query: shown.query,
      requestHeaders: this.#headers,
      body: shown.body,
      rawBody: shown.rawBody,
      issues: hidesKey ? issuesWithoutKey(issues) : issues,
      status: isSilent ? 0 : res.statusCode,
      headers: isSilent ? none : res.getHeaders(),
      reply: typeof reply !== 'string' ? undefined : hidesKey ? replyWithoutKey(reply) : reply,
      ms,
      fault: activeFault && labelOf(activeFault),
      before,
      changedRows: outcome?.changedRows,
      // What was refused before it was executed changed nothing, whatever others did while its body came.
      after: before && (outcome?.after ?? (surface === 'admin' ? found!.state : before)),
    };
  }

  #keyOf(key: FullExchange['key']): FullExchange['key'] {
    if (key?.scheme !== this.#key?.scheme || key?.role !== this.#key?.role) {
      this.#key = key;
    }
    return this.#key;
  }

  #take({rawHeaders: sent, headers}: IncomingMessage): void {
    if (areSame(sent, this.#sent)) {
      return;
    }
    this.#sent = sent;
    const kept = keptHeaders(headers, this.#headers);
    if (kept !== this.#headers) {
      this.#headers = kept;
      this.#client = clientOf(kept);
    }
  }
}

/** To look each name up that is kept would take several times as long. */
function areSame(texts: readonly string[], others: readonly string[]): boolean {
  if (texts.length !== others.length) {
    return false;
  }
  for (let place = 0; place < texts.length; place++) {
    if (texts[place] !== others[place]) {
      return false;
    }
  }
  return true;
}

function unreadKeyOf({req, query}: ParameterizedContext): string | undefined {
  const found = unreadKey(req.rawHeaders, Object.keys(query));
  return found && withoutKey(found); // a name may hold the key: `?access_token%3DK`
}
