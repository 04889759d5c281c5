import {createHash, timingSafeEqual} from 'node:crypto';
import type {Context} from 'koa';
import {forbidden} from '../../errors.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * @param adminKey what the header `X-Admin-Key` must hold, if anything
 * @param what is asked for, which a refusal begins with
 * @throws ApiError, a 403, where it holds something else
 */
export function checkAdminKey(ctx: Pick<Context, 'get'>, adminKey: string | undefined, what: string): void {
  if (adminKey !== undefined && !timingSafeEqual(digest(ctx.get('X-Admin-Key')), digest(adminKey))) {
    throw forbidden(`${what} asks for the admin key that the sandbox was started with, in the header X-Admin-Key`);
  }
}
