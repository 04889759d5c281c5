import type {Exchange} from '../../exchanges/exchange.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';

type Fields = Readonly<Record<string, unknown>>;

const nothing: Fields = {};

/** The object that a write was answered with; empty where it was no JSON. */
export const replyBody = memoizeWeakly(({reply}: Exchange): Fields => {
  try {
    return JSON.parse(reply ?? '{}') as Fields;
  } catch {
    return nothing;
  }
});

/** A body as an object; empty where it is none. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : nothing;
