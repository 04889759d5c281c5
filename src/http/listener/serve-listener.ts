import type {Middleware, ParameterizedContext} from 'koa';
import type {Accounts} from '../../accounts/accounts.js';
import {timestamp} from '../../accounts/clock.js';
import {methodNotAllowed, notFound} from '../../errors.js';
import {apiVersion} from '../../schema/replies.js';
import type {RequestState} from '../request-state.js';
import {allowOrigins} from '../security/allow-origins.js';
import {sendJson} from '../send.js';
import {readSubmission} from './read-submission.js';

const path = /^\/integrations\/([^/]+)\/listener\/?$/;

/**
 * `POST /integrations/{uuid}/listener`: accepts form submissions for manual review. The UUID replaces the key, and any
 * origin may post. Submissions stay in the account's memory: `GET /_sandbox/submissions`.
 */
export function serveListener(accounts: Accounts): Middleware<RequestState> {
  const allow = allowOrigins();
  return (ctx, next) => {
    const [, id] = path.exec(ctx.path) ?? [];
    return id === undefined ? next() : allow(ctx, () => serve(id.toLowerCase(), ctx, accounts));
  };
}

async function serve(id: string, ctx: ParameterizedContext<RequestState>, accounts: Accounts): Promise<void> {
  const account = accounts.findByListener(id);
  if (account === undefined) {
    throw notFound('No account has this listener; GET /_sandbox tells the address of the one that an account has');
  }
  ctx.state.account = account;
  ctx.state.found = account.state;
  if (ctx.method !== 'POST') {
    throw methodNotAllowed(ctx.method, ['POST']);
  }
  const fields = await readSubmission(ctx);
  account.submissions.add({at: timestamp(account.clock), fields});
  sendJson(ctx, {api_version: apiVersion, result: 'success'});
}
