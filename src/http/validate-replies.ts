import {Readable} from 'node:stream';
import {setImmediate as others} from 'node:timers/promises';
import type {SentReply} from '../openapi/reply-check.js';
import {LongReply} from '../operations/reply.js';
import type {RequestContext, RequestStep} from './request-state.js';

export type FindViolations = (reply: SentReply) => Promise<readonly string[]>;

/** A response that violates the OpenAPI document: an internal error. */
class ReplyViolation extends Error {
  override readonly name = 'ReplyViolation';
}

/** Validates every response below `/api`. A violation is logged and counted; the response is sent. */
export function validateReplies(
  findViolations: FindViolations,
  counted: {count: number},
  onError: (error: unknown) => void,
): RequestStep {
  return async (ctx, next) => {
    await next();
    if (!ctx.path.startsWith('/api/') || ctx.method === 'OPTIONS' || ctx.state.activeFault !== undefined) {
      return; // skips CORS preflights and injected faults
    }
    if (ctx.state.surface === 'as-of' && ctx.state.outcome === undefined) {
      return; // the contract does not cover this header
    }
    const {method, path, status, type} = ctx;
    const violations = await findInAll(findViolations, bodiesOf(ctx), {method, path, status, contentType: type});
    if (violations.length > 0) {
      counted.count += 1;
      onError(new ReplyViolation(`${method} ${path} was answered ${status}, and ${violations.slice(0, 5).join('; ')}`));
    }
  };
}

/** Yields the body, or the parts of a long one. */
function* bodiesOf({state, type, body}: RequestContext): Generator<unknown, void> {
  const reply = state.outcome?.reply;
  const texts = reply instanceof LongReply && body instanceof Readable ? reply.parts() : [body];
  for (const text of texts) {
    yield type === 'application/json' && typeof text === 'string' ? JSON.parse(text) : text;
  }
}

/** Returns the violations of the first invalid part, which has one item. A part too long to validate is a violation. */
async function findInAll(
  findViolations: FindViolations,
  bodies: Iterable<unknown>,
  reply: Omit<SentReply, 'body'>,
): Promise<readonly string[]> {
  let part = 0;
  try {
    for (const body of bodies) {
      const violations = await findViolations({...reply, body});
      if (violations.length > 0) {
        return violations.map(text => text.replace('/items/0', `/items/${part}`));
      }
      part += 1;
      await others(); // a long response has many parts
    }
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') {
      return ['it holds a record of more than 512 MiB, which can be sent and not be looked at'];
    }
    throw error;
  }
  return [];
}
