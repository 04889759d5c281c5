import {createHash} from 'node:crypto';
import type {AccountState} from '../../accounts/account-state.js';
import {limits} from '../../limits.js';
import {differences} from '../../store/records.js';
import type {Control} from '../control.js';
import type {FullExchange} from '../exchange.js';
import {bodyWithoutKey, hidden} from '../redact.js';
import type {TraceDraft, TracedChange, TracedControl, TracedRequest} from './format.js';

/** The address in a response's link to the next page; in JSON text only a field can match. */
const nextAddress = /"next_link":"https?:\/\/[^/"]*/;

type Requested = Omit<TracedRequest, 'n'>;

/** A request and its response for a trace, without data that differs between runs. */
export function tracedRequest(exchange: FullExchange): TraceDraft {
  const {at, account, key, seq, operation, client, method, url, status, reply, before, after} = exchange;
  const {headers: factHeaders, ...facts} = exchange.replayFacts ?? {};
  const type = exchange.requestHeaders['content-type'];
  const headers = {...factHeaders, ...(type !== undefined && {'content-type': `${type}`})};
  return {
    type: 'request',
    ...(account !== null && {at}),
    account,
    ...(key && {key}),
    seq,
    ...(operation && {operation: operation.id}),
    method,
    url,
    ...(Object.keys(headers).length > 0 && {headers}),
    ...(client.caller !== undefined && {caller: client.caller}),
    ...bodyOf(exchange),
    ...facts,
    status,
    ...(reply !== undefined && {reply: replyOf(reply)}),
    ...(before && after && before.records !== after.records && changesOf(before, after)),
  };
}

function bodyOf({rawBody, status, replayFacts}: FullExchange): Pick<Requested, 'body' | 'lost'> {
  if (rawBody === undefined || replayFacts?.base64 !== undefined || replayFacts?.lost) {
    return {};
  }
  // An unreadable body is cut before its key, so a replay would cause a different parser error.
  const isCut = status === 400 && rawBody.endsWith(hidden);
  return isCut || Buffer.byteLength(rawBody) > limits.tracedBody ? {lost: true} : {body: rawBody};
}

function replyOf(reply: string): NonNullable<Requested['reply']> {
  const sent = reply.replace(nextAddress, '"next_link":"');
  const bytes = Buffer.byteLength(sent);
  return bytes > limits.tracedResponse ? {bytes, sha256: createHash('sha256').update(sent).digest('hex')} : sent;
}

function changesOf(before: AccountState, after: AccountState): Pick<Requested, 'changes' | 'changed'> {
  const changes: TracedChange[] = [];
  let changed = 0;
  for (const {collection, before: old, after: row} of differences(before.records, after.records)) {
    changed += 1;
    if (changed <= limits.tracedChanges) {
      const change = old === undefined ? 'created' : row === undefined ? 'deleted' : 'changed';
      changes.push({change, collection, id: (row ?? old)!.id});
    }
  }
  return {changes, ...(changed > limits.tracedChanges && {changed})};
}

type Body = Pick<TracedControl, 'body' | 'text' | 'lost'>;

/** An admin operation as one event per affected account, in the order of commits. */
export function tracedControls(control: Control): Array<{readonly order: number; readonly draft: TraceDraft}> {
  const {operation, params, query, commits = []} = control;
  const entries = Object.entries(query).filter(([name, value]) => value !== undefined && !omitted.has(name));
  const body = bodyOfControl(control);
  return commits.map(({account, at, order}) => ({
    order,
    draft: {
      type: 'control',
      at,
      account,
      operation,
      ...(Object.keys(params).length > 0 && {params: {...params}}),
      ...(entries.length > 0 && {query: Object.fromEntries(entries) as Record<string, string>}),
      ...body,
    },
  }));
}

/** Each account has its own line, and keys are omitted. */
const omitted = new Set(['all', 'access_token']);

function bodyOfControl({body, rawBody}: Control): Body {
  if (rawBody !== undefined) {
    return rawBody.length > limits.tracedBody ? {lost: true} : {text: rawBody.toString('utf8')};
  }
  if (body === undefined) {
    return {};
  }
  const shown = bodyWithoutKey(JSON.stringify(body), body);
  if (shown.rawBody === '{}') {
    return {};
  }
  return Buffer.byteLength(shown.rawBody) > limits.tracedBody ? {lost: true} : {body: shown.body};
}
