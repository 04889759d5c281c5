import type {Middleware} from 'koa';

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
): Middleware {
  return async (ctx, next) => {
    await next();
    if (!ctx.path.startsWith('/api/') || ctx.method === 'OPTIONS') {
      return; // a preflight is the browser's affair
    }
    const {method, path, status, type, body} = ctx;
    const violations = await findViolations({method, path, status, contentType: type, body: readJson(type, body)});
    if (violations.length > 0) {
      counted.count += 1;
      onError(new ReplyViolation(`${method} ${path} was answered ${status}, and ${violations.slice(0, 5).join('; ')}`));
    }
  };
}

const readJson = (type: string, body: unknown): unknown =>
  type === 'application/json' && typeof body === 'string' ? JSON.parse(body) : body;
