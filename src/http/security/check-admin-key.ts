import {createHash, timingSafeEqual} from 'node:crypto';
import type {Context} from 'koa';
import {forbidden} from '../../errors.js';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * @param adminKey the required value of the header `X-Admin-Key`, if any
 * @param what the resource, with which the error message begins
 * @throws ApiError, a 403, for another value
 */
export function checkAdminKey(ctx: Pick<Context, 'get'>, adminKey: string | undefined, what: string): void {
  if (adminKey !== undefined && !timingSafeEqual(digest(ctx.get('X-Admin-Key')), digest(adminKey))) {
    throw forbidden(`${what} asks for the admin key that the sandbox was started with, in the header X-Admin-Key`);
  }
}
