import type {Exchange} from '../../exchanges/exchange.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';

type Fields = Readonly<Record<string, unknown>>;

const nothing: Fields = {};

/** The object in the response to a write; empty if it was not JSON. */
export const replyBody = memoizeWeakly(({reply}: Exchange): Fields => {
  try {
    return JSON.parse(reply ?? '{}') as Fields;
  } catch {
    return nothing;
  }
});

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : nothing;
