import querystring from 'node:querystring';
import type {ParameterizedContext} from 'koa';
import type {Exchange} from '../../exchanges/exchange.js';
import {errorWithoutKey, parametersWithoutKey, withoutKey} from '../../exchanges/redact.js';
import {bodyWithoutKey} from '../../exchanges/redact-body.js';
import type {Issue, RequestIssues} from '../../schema/issue.js';
import type {RequestState} from '../request-state.js';

/** The parts of a request that its client wrote, without keys. */
interface ShownRequest extends Pick<Exchange, 'url' | 'params' | 'query' | 'body' | 'rawBody'> {
  /** Whether anything was hidden. */
  readonly hidesKey: boolean;
}

const none = {};

export function requestWithoutKey(ctx: ParameterizedContext<RequestState>): ShownRequest {
  const {match, surface}: Partial<RequestState> = ctx.state;
  const {body, rawBody} = ctx.request as {readonly body?: unknown; readonly rawBody?: string | Buffer};
  const operation = match?.kind === 'operation' ? match : undefined;
  const sent = ctx.req.url ?? '';
  const url = withoutKey(sent);
  const isChanged = url !== sent;
  const query = isChanged ? querystring.parse(url.slice(url.indexOf('?') + 1)) : ctx.query;
  const {params = none} = operation ?? {};
  const shown = {
    url,
    params: isChanged ? mapped(params, withoutKey) : params,
    query: url.includes('?') ? parametersWithoutKey(query) : none,
  };
  if (typeof rawBody !== 'string') {
    return {...shown, hidesKey: isChanged}; // the bytes of a snapshot are not shown
  }
  const isJson = body !== undefined && (operation !== undefined || surface === 'admin' || isJsonText(rawBody));
  const text = bodyWithoutKey(rawBody, isJson);
  const isSame = text === rawBody;
  return {
    ...shown,
    body: isSame ? body : isJson ? JSON.parse(text) : undefined,
    rawBody: text,
    hidesKey: isChanged || !isSame,
  };
}

/** The body of a listener may be a form. */
function isJsonText(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
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
