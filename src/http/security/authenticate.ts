import type {Middleware} from 'koa';
import {forbidden, UnauthorizedError} from '../../errors.js';
import type {RequestState} from '../request-state.js';
import {readCredentials} from './credentials.js';
import type {Access, Keys} from './keys.js';

const reading = new Set(['GET', 'HEAD']);

/**
 * Finds the account of the request's key before the body is read. A client of an intercepted host sends a real key of
 * the service: every unknown key then selects the default account.
 */
export function authenticate(keys: Keys): Middleware<RequestState> {
  return (ctx, next) => {
    const credentials = readCredentials(ctx);
    if (credentials === undefined) {
      throw UnauthorizedError.basic();
    }
    const {scheme} = credentials;
    ctx.state.keyKind = {scheme};
    const known = keys.find(credentials.key);
    const isForeign = known === undefined && ctx.state.isIntercepted === true && credentials.key !== '';
    const access = isForeign ? keys.ofRun : known;
    if (access === undefined) {
      throw scheme === 'basic' ? UnauthorizedError.basic() : UnauthorizedError.token();
    }
    ctx.state.keyKind = {scheme, role: access.role};
    ctx.state.account = access.account;
    ctx.state.found = access.account.state;
    refuse(access, ctx.method);
    ctx.state.key = isForeign ? keys.ofRun.key : credentials.key; // never store a real key of the service
    return next();
  };
}

function refuse({role}: Access, method: string): void {
  if (role === 'blocked') {
    throw forbidden('This key is blocked');
  }
  if (role === 'read-only' && !reading.has(method)) {
    throw forbidden(`This key may only read, and ${method} writes`);
  }
}
