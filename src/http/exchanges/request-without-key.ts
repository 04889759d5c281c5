import querystring from 'node:querystring';
import type {ParameterizedContext} from 'koa';
import type {ClientInfo, Exchange} from '../../exchanges/exchange.js';
import {bodyWithoutKey, errorWithoutKey, parametersWithoutKey, withoutKey} from '../../exchanges/redact.js';
import type {Issue, RequestIssues} from '../../schema/issue.js';
import type {RequestState} from '../request-state.js';

/** The parts of a request that its client wrote, without keys. */
export interface RedactedRequest extends Pick<Exchange, 'url' | 'params' | 'query' | 'body' | 'rawBody'> {
  /** Whether anything was hidden. */
  readonly hidesKey: boolean;
}

const none: Readonly<Record<string, never>> = {};

export function requestWithoutKey(ctx: ParameterizedContext<RequestState>): RedactedRequest {
  const {match}: Partial<RequestState> = ctx.state;
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  const sent = ctx.req.url ?? '';
  const url = withoutKey(sent);
  const isChanged = url !== sent;
  const query = isChanged ? querystring.parse(url.slice(url.indexOf('?') + 1)) : ctx.query;
  const params = match?.kind === 'operation' ? match.params : none;
  // The bytes of a snapshot are not shown.
  const bodies = typeof rawBody === 'string' ? bodyWithoutKey(rawBody, body) : none;
  return {
    url,
    params: isChanged ? mapped(params, withoutKey) : params,
    query: url.includes('?') ? parametersWithoutKey(query) : none,
    rawBody: bodies.rawBody,
    body: bodies.body,
    hidesKey: isChanged || (typeof rawBody === 'string' && bodies.rawBody !== rawBody),
  };
}

/** A reply names the parameters of a search in the address of its next page. */
export const replyWithoutKey = (reply: string): string =>
  reply.replace(/("next_link":")([^"]*)/, (_, name: string, link: string) => `${name}${withoutKey(link)}`);

/** Issues quote what the client sent. */
export function issuesWithoutKey({refused, ignored}: RequestIssues): RequestIssues {
  const shown = (issue: Issue): Issue => ({
    ...issue,
    path: issue.path.map(step => (typeof step === 'string' ? withoutKey(step) : step)),
    message: errorWithoutKey(issue.message),
  });
  return {refused: refused.map(shown), ignored: ignored.map(shown)};
}

const mapped = (values: Readonly<Record<string, string>>, change: (value: string) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** What the console of the sandbox calls itself: it has no source that a person would look at. */
const consoleCaller = 'console';

/** Any other caller is a place in a source file, relative to the client's folder, and nothing else. */
const callerForm = /^(?!\/|\w:)[^\s:]{1,240}:\d{1,7}$/;

const isCaller = (text: string): boolean => text === consoleCaller || (callerForm.test(text) && !text.includes('..'));

/** What a request's headers say of who sent it. */
export function clientOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): ClientInfo {
  const {'x-sandbox-caller': caller, 'user-agent': userAgent} = headers;
  return {
    ...(typeof caller === 'string' && isCaller(caller) && {caller}),
    ...(typeof userAgent === 'string' && {userAgent}),
  };
}
