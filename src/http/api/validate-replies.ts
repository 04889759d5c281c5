import {Readable} from 'node:stream';
import {setImmediate as others} from 'node:timers/promises';
import type {Middleware, ParameterizedContext} from 'koa';
import {LongReply} from '../../operations/replies/long-reply.js';
import type {RequestState} from '../request-state.js';

/** Says what about a reply is not as the OpenAPI document has it. */
export type FindViolations = (reply: {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
}) => Promise<readonly string[]>;

/** Counts replies that were not as the contract has them. */
export class Violations {
  count = 0;
}

/** A reply that the OpenAPI document does not allow: a fault of the sandbox's own. */
class ReplyViolation extends Error {
  override readonly name = 'ReplyViolation';
}

/** Holds every reply below `/api` against the document; a wrong one is told and counted, and sent all the same. */
export function validateReplies(
  findViolations: FindViolations,
  counted: Violations,
  onError: (error: unknown) => void,
): Middleware<RequestState> {
  return async (ctx, next) => {
    await next();
    if (!ctx.path.startsWith('/api/') || ctx.method === 'OPTIONS' || ctx.state.activeFault !== undefined) {
      return; // a preflight is the browser's affair, and a fault the tester's
    }
    if (ctx.state.surface === 'as-of' && ctx.state.outcome === undefined) {
      return; // the service has no such header, and nothing to refuse it with
    }
    const {method, path, status, type} = ctx;
    const violations = await findInAll(findViolations, bodiesOf(ctx), {method, path, status, contentType: type});
    if (violations.length > 0) {
      counted.count += 1;
      onError(new ReplyViolation(`${method} ${path} was answered ${status}, and ${violations.slice(0, 5).join('; ')}`));
    }
  };
}

/** What to look at: the body, or the parts of one that is long. */
function* bodiesOf({state, type, body}: ParameterizedContext<RequestState>): Generator<unknown, void> {
  const reply = state.outcome?.reply;
  const texts = reply instanceof LongReply && body instanceof Readable ? reply.parts() : [body];
  for (const text of texts) {
    yield type === 'application/json' && typeof text === 'string' ? JSON.parse(text) : text;
  }
}

/** What is wrong with the first that is wrong; one that cannot be looked at is. */
async function findInAll(
  findViolations: FindViolations,
  bodies: Iterable<unknown>,
  reply: Omit<Parameters<FindViolations>[0], 'body'>,
): Promise<readonly string[]> {
  try {
    for (const body of bodies) {
      const violations = await findViolations({...reply, body});
      if (violations.length > 0) {
        return violations;
      }
      await others(); // a long reply has many parts
    }
  } catch (error) {
    if (error instanceof RangeError && error.message === 'Invalid string length') {
      return ['it holds a record of more than 512 MiB, which can be sent and not be looked at'];
    }
    throw error;
  }
  return [];
}
