import type {Control} from '../control.js';
import {bodyWithoutKey} from '../redact.js';
import type {TraceDraft, TracedControl} from './format.js';
import {longestBody} from './limits.js';

type Body = Pick<TracedControl, 'body' | 'text' | 'lost'>;

/** An admin operation as one event per affected account, in the order of commits. */
export function tracedControls(control: Control): Array<{readonly order: number; readonly draft: TraceDraft}> {
  const {operation, params, query, commits = []} = control;
  const told = Object.entries(query).filter(([name, value]) => value !== undefined && !notTold.has(name));
  const body = bodyOf(control);
  return commits.map(({account, at, order}) => ({
    order,
    draft: {
      type: 'control',
      at,
      account,
      operation,
      ...(Object.keys(params).length > 0 && {params: {...params}}),
      ...(told.length > 0 && {query: Object.fromEntries(told) as Record<string, string>}),
      ...body,
    },
  }));
}

/** Each account has its own line, and keys are omitted. */
const notTold = new Set(['all', 'access_token']);

function bodyOf({body, rawBody}: Control): Body {
  if (rawBody !== undefined) {
    return rawBody.length > longestBody ? {lost: true} : {text: rawBody.toString('utf8')};
  }
  if (body === undefined) {
    return {};
  }
  const shown = bodyWithoutKey(JSON.stringify(body), body);
  if (shown.rawBody === '{}') {
    return {};
  }
  return Buffer.byteLength(shown.rawBody) > longestBody ? {lost: true} : {body: shown.body};
}
