import querystring from 'node:querystring';
import type {ParameterizedContext} from 'koa';
import type {ClientInfo, Exchange} from '../../exchanges/exchange.js';
import type {CountedRequest} from '../../exchanges/expectations.js';
import {
  bodyWithoutKey,
  errorWithoutKey,
  keptHeaders,
  parametersWithoutKey,
  withoutKey,
} from '../../exchanges/redact.js';
import type {ReceivedRequest, Unanswered} from '../../exchanges/unanswered.js';
import {frameSeparator, framesOf, maxFrames} from '../../preload/caller/frames.js';
import type {Issue, RequestIssues} from '../../schema/issue.js';
import type {RequestState} from '../request-state.js';

/** The parts of a request that its client wrote, without keys. */
interface RedactedRequest extends Pick<Exchange, 'url' | 'params' | 'query' | 'body' | 'rawBody'> {
  readonly hidesKey: boolean;
}

const none: Readonly<Record<string, never>> = {};

export function requestWithoutKey(ctx: ParameterizedContext<RequestState>): RedactedRequest {
  const {match}: Partial<RequestState> = ctx.state;
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  const sent = ctx.req.url ?? '';
  const url = withoutKey(sent);
  const isChanged = url !== sent;
  const start = url.indexOf('?');
  const params = match?.kind === 'operation' ? match.params : none;
  // The bytes of a snapshot are not shown.
  const bodies = typeof rawBody === 'string' ? bodyWithoutKey(rawBody, body) : none;
  return {
    url,
    params: isChanged
      ? Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withoutKey(value)]))
      : params,
    query: start === -1 ? none : parametersWithoutKey(isChanged ? querystring.parse(url.slice(start + 1)) : ctx.query),
    rawBody: bodies.rawBody,
    body: bodies.body,
    hidesKey: isChanged || (typeof rawBody === 'string' && bodies.rawBody !== rawBody),
  };
}

/** A response contains the parameters of a search in the URL of its next page. */
export const replyWithoutKey = (reply: string): string =>
  reply.replace(/("next_link":")([^"]*)/, (_, name: string, link: string) => `${name}${withoutKey(link)}`);

/** Issues quote the client's input. */
export function issuesWithoutKey({refused, ignored}: RequestIssues): RequestIssues {
  const shown = (issue: Issue): Issue => ({
    ...issue,
    path: issue.path.map(step => (typeof step === 'string' ? withoutKey(step) : step)),
    message: errorWithoutKey(issue.message),
  });
  return {refused: refused.map(shown), ignored: ignored.map(shown)};
}

/** The sandbox's console has no source file. */
const consoleCaller = 'console';

/** Any other caller is a chain of lines of source files, relative to the client's folder. */
const frameForm = /^(?!\/|\w:)[^\s:]{1,240}:\d{1,7}$/;

function callerOf(text: string): string | undefined {
  const frames = framesOf(text).slice(0, maxFrames);
  const isChain = frames.every(frame => frameForm.test(frame) && !frame.includes('..'));
  return isChain || text === consoleCaller ? frames.join(frameSeparator) : undefined;
}

export function clientOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): ClientInfo {
  const {'x-sandbox-caller': sent, 'user-agent': userAgent} = headers;
  const caller = typeof sent === 'string' ? callerOf(sent) : undefined;
  return {
    ...(caller !== undefined && {caller}),
    ...(typeof userAgent === 'string' && {userAgent}),
  };
}

/** A request without a response so far. Few are read, so that it redacts a request at the first reading. */
class RequestInFlight implements ReceivedRequest {
  readonly ref: CountedRequest = {seq: undefined};
  #redacted: RedactedRequest | undefined;

  constructor(private readonly ctx: ParameterizedContext<RequestState>) {}

  get account(): string {
    return this.ctx.state.account.name;
  }

  get operation() {
    const {match} = this.ctx.state;
    return match.kind === 'operation' ? match.operation : undefined;
  }

  get method(): string {
    return this.ctx.method;
  }

  get url(): string {
    return this.#request.url;
  }

  get query(): Exchange['query'] {
    return this.#request.query;
  }

  get body(): unknown {
    return this.#request.body;
  }

  get #request(): RedactedRequest {
    this.#redacted ??= requestWithoutKey(this.ctx);
    return this.#redacted;
  }

  get client(): ClientInfo {
    return clientOf(keptHeaders(this.ctx.req.headers));
  }
}

/** Registers a request whose body has been read, once. */
export function receive(ctx: ParameterizedContext<RequestState>, unanswered: Unanswered): void {
  if (ctx.state.received === undefined) {
    ctx.state.received = new RequestInFlight(ctx);
    unanswered.receive(ctx.state.received);
  }
}
