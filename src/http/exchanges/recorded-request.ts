import querystring from 'node:querystring';
import type {ParameterizedContext} from 'koa';
import type {ClientInfo, Exchange, FullExchange} from '../../exchanges/exchange.js';
import type {CountedRequest} from '../../exchanges/expectations.js';
import {
  bodyWithoutKey,
  errorWithoutKey,
  keptHeaders,
  parametersWithoutKey,
  withoutKey,
} from '../../exchanges/redact.js';
import {type ReplayFacts, usualHost} from '../../exchanges/trace/format.js';
import type {ReceivedRequest, Unanswered} from '../../exchanges/unanswered.js';
import {frameSeparator, framesOf, maxFrames} from '../../preload/caller/frames.js';
import type {Issue, RequestIssues} from '../../schema/issue.js';
import {foreignOrigin} from '../guard/origin.js';
import {isHost, isReadable} from '../guard/target.js';
import type {ActiveFault, RequestContext, RequestState} from '../request-state.js';

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
  // The bytes of a snapshot are not recorded.
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

/** Redacts the URL of a response's next page, which repeats the parameters of a search. */
export const replyWithoutKey = (reply: string): string =>
  reply.replace(/("next_link":")([^"]*)/, (_, name: string, link: string) => `${name}${withoutKey(link)}`);

/** Redacts issues, which quote the client's input. */
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

/** A request without a response so far. It is redacted on first access, because few are read. */
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

/** Publishes a request once after its body has been read. */
export function receive(ctx: ParameterizedContext<RequestState>, unanswered: Unanswered): void {
  if (ctx.state.received === undefined) {
    ctx.state.received = new RequestInFlight(ctx);
    unanswered.receive(ctx.state.received);
  }
}

export const requestOf = (ctx: ParameterizedContext<RequestState>): ReceivedRequest =>
  ctx.state.received ?? new RequestInFlight(ctx);

type KeptFacts = NonNullable<FullExchange['replayFacts']>;

/** The facts that depend only on the headers. @param headers without keys */
export function headerFactsOf(ctx: RequestContext, headers: FullExchange['requestHeaders']): KeptFacts {
  const sent = `${headers['host'] ?? ''}`;
  const host = isHost(sent) ? withoutDigits(sent, ctx) : sent;
  const isUsual = host === usualHost || (host === '' && ctx.req.httpVersion === '1.0'); // HTTP/1.0 needs no Host
  const isForeign = headers['origin'] !== undefined && foreignOrigin(ctx) !== undefined;
  return {headers: {...(!isUsual && {host}), ...(isForeign && {origin: `${headers['origin']}`})}};
}

/** @param ofHeaders returned unchanged if nothing else is special, because most requests share them */
export function replayFactsOf(ctx: RequestContext, ofHeaders: KeptFacts): KeptFacts {
  const {originalUrl} = ctx;
  const {activeFault, overrides, bodyBytes, isLost, limited = 0, origin}: Partial<RequestState> = ctx.state;
  const isSpecial = activeFault || overrides || bodyBytes || isLost || limited > 0 || origin !== undefined;
  if (!isSpecial && originalUrl.startsWith('/')) {
    return ofHeaders;
  }
  const base64 = bodyBytes && base64Of(bodyBytes);
  return {
    ...ofHeaders,
    ...(!isReadable(originalUrl) && {target: withoutKey(originalUrl)}),
    ...(origin !== undefined && {address: withoutDigits(origin, ctx)}),
    ...(base64 !== undefined && {base64}),
    ...((isLost || (bodyBytes && base64 === undefined)) && {lost: true}),
    ...(limited > 0 && {limited}),
    ...(activeFault && {fault: faultOf(activeFault)}),
    ...(overrides && {overrides: overrides.map(({id, rule}) => ({id, fault: {...rule.fault}}))}),
  };
}

/** Replaces the port's digits, which differ between runs, but keeps their number, which affects truncated responses. */
function withoutDigits(host: string, {req}: RequestContext): string {
  const own = `:${req.socket.localPort}`;
  return host.endsWith(own) ? host.slice(0, -own.length) + own.replace(/\d/g, '0') : host;
}

/** @returns undefined if the body may contain a key, in any character encoding */
function base64Of(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1').replaceAll('\0', '');
  return bodyWithoutKey(text, undefined).rawBody === text ? bytes.toString('base64') : undefined;
}

function faultOf({armed: {id, rule}, seconds, behind}: ActiveFault): ReplayFacts['fault'] {
  const {faultKind, when, fault} = rule;
  return {
    id,
    ...(!faultKind.hasOwnTime && {when}),
    fault: {...fault},
    ...(seconds > 0 && {seconds}),
    ...(behind > 0 && {behind}),
  };
}
