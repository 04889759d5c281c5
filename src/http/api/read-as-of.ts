import type {Middleware} from 'koa';
import {accountAsOf} from '../../admin/states/account-as-of.js';
import {findState} from '../../admin/states/find-state.js';
import {badRequest, forbidden} from '../../errors.js';
import type {Journal} from '../../exchanges/journal/journal.js';
import type {RequestState} from '../request-state.js';
import {checkAdminKey} from '../security/check-admin-key.js';

/** The header that says as of when an account is read: `request:142`. */
const header = 'X-Sandbox-As-Of';

const reading = new Set(['GET', 'HEAD']);

interface AsOfOptions {
  readonly parts: {readonly journal: Journal};
  readonly adminKey?: string;
}

/**
 * Has a request that says so read an account as it was, at the time that it was: on a copy that nobody else sees and that
 * goes with the answer, with all that is made to read it. It counts as none of the service's requests.
 * @param options left out where the sandbox has no admin interface: then nobody may
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
