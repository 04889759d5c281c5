import type {Context} from 'koa';

/** Characters. */
const longest = 64 * 1024;

/**
 * Whether the body is so long that the request takes several turns: to parse the body, to execute the operation, to
 * redact the request, and to publish it. Other clients are served in between.
 */
export const isLongBody = ({request}: Pick<Context, 'request'>): boolean =>
  ((request as {readonly rawBody?: string | Buffer}).rawBody?.length ?? 0) > longest;
