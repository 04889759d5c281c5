import type {Context, ParameterizedContext} from 'koa';
import {moment} from '../../accounts/clock.js';
import {execute} from '../../operations/execute.js';
import type {Operation} from '../../operations/operation.js';
import type {Settings} from '../../settings.js';
import {FifoCache} from '../../store/fifo-cache.js';
import {KeptAnswers} from '../../store/kept-answers.js';
import type {RequestState} from '../request-state.js';
import {sendJson} from '../send.js';

export type ServedContext = ParameterizedContext<RequestState, {params: Record<string, string>}>;

/** In milliseconds. */
const oneDay = 86_400_000;

/** How many replies are remembered for one state of an account, and how many characters each may have. */
const mostReplies = 128;
const longestReply = 32_768;

/** Replies to reads, as text: a client that polls, or many tests that look at one record, are answered from here. */
export type KeptReplies = KeptAnswers<string>;

/**
 * Only what was asked for before is kept: most replies are asked for once, and texts that outlive their request cost
 * the collecting of garbage a tenth of what a page takes.
 */
export function keepReplies(): KeptReplies {
  const asked = new FifoCache<{times: number}>(mostReplies);
  const isAskedAgain = (question: string) => {
    const known = asked.get(question, () => ({times: 0}));
    known.times += 1;
    return known.times > 1;
  };
  return new KeptAnswers(mostReplies, (text, question) => text.length <= longestReply && isAskedAgain(question));
}

/** Serves one operation over Koa: what the account of the key answers is the reply's body. */
export function serve(operation: Operation, settings: Settings, kept: KeptReplies): (ctx: ServedContext) => void {
  const isRead = operation.method === 'GET';
  return ctx => {
    const {account} = ctx.state;
    const ask = () => {
      const request = {path: ctx.params, query: ctx.query, body: ctx.request.body};
      return execute(operation, request, {account, settings, address: () => addressOf(ctx)});
    };
    if (!isRead) {
      sendJson(ctx, ask());
      return;
    }
    // What is read depends on the day, as with a membership that lapses, but not on the hour.
    const day = Math.floor(moment(account.clock) / oneDay);
    const question = `${day} ${ctx.get('Host')} ${ctx.url}`;
    const text = kept.get(account.records, question, () => JSON.stringify(ask()));
    sendJson(ctx, text);
  };
}

function addressOf(ctx: Context): string {
  const host = ctx.get('Host') || `${ctx.req.socket.localAddress}:${ctx.req.socket.localPort}`;
  return `http://${host}${ctx.path}`;
}
