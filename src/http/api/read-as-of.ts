import type {Middleware} from 'koa';
import {accountAsOf} from '../../admin/states/account-as-of.js';
import {findState} from '../../admin/states/find-state.js';
import {badRequest, forbidden} from '../../errors.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import type {RequestState} from '../request-state.js';
import {checkAdminKey} from '../security/check-admin-key.js';

/** Selects the state to read: `request:142`. */
const header = 'X-Sandbox-As-Of';

const reading = new Set(['GET', 'HEAD']);

interface AsOfOptions {
  readonly parts: {readonly journal: Journal};
  readonly adminKey?: string;
}

/**
 * Serves a request with the header from a private copy of the account's earlier state and clock. The copy is dropped
 * with the response. Such a request does not count as a request to the service.
 * @param options undefined without an admin interface: the header is then rejected
 */
export function readAsOf(options: AsOfOptions | undefined): Middleware<RequestState> {
  return (ctx, next) => {
    const text = ctx.req.headers['x-sandbox-as-of'];
    if (text === undefined || !ctx.path.startsWith('/api/')) {
      return next();
    }
    ctx.state.surface = 'as-of';
    if (options === undefined) {
      throw forbidden(`${header} is not taken: the sandbox was started without its admin interface`);
    }
    checkAdminKey(ctx, options.adminKey, header);
    if (!reading.has(ctx.method)) {
      throw badRequest(`${header}: is for GET, and ${ctx.method} writes; POST /_sandbox/restore goes back in time`);
    }
    const {account} = ctx.state;
    const found = findState(account, options.parts.journal, String(text), header);
    ctx.state.account = accountAsOf(account, found);
    ctx.state.found = ctx.state.account.state;
    return next();
  };
}
