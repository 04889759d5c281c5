import * as z from 'zod';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {ApiError, itemNotFound} from '../errors.js';
import type {RequestIssues} from '../schema/issue.js';
import {Issues} from '../schema/issues.js';
import {ignoreUnknownFields, parseBody, refuseManyElements} from '../schema/parse-body.js';
import {parseQuery} from '../schema/query.js';
import type {Settings} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import type {Transaction} from '../store/transaction.js';
import {andThen, finish, isSteps, type Steps} from '../workload/steps.js';
import type {Caches} from './caches.js';
import {nextLink, type SentQuery} from './next-link.js';
import type {Operation, Page} from './operation.js';
import type {LongReply} from './replies/long-reply.js';
import {replyText} from './replies/reply.js';
import {noRowTexts} from './replies/row-texts.js';
import {bodySchemaOf, suggestWithout} from './required-fields.js';

/** A request to an operation as it was sent, independent of HTTP. */
export interface OperationRequest {
  /** The values of the path's parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: SentQuery;
  readonly body?: unknown;
}

export interface ExecutionContext {
  readonly account: Account;
  readonly settings: Settings;
  readonly caches?: Caches | undefined;
  /** Numbers the requests in the order in which they are settled. */
  readonly nextOrder?: () => number;
  /** Runs to the end without giving way to other requests: there are no other clients. */
  readonly atOnce?: boolean;
  /** The requested address without its query; `next_link` begins with it. */
  address(): string;
}

export interface Outcome {
  /** The body of the response as JSON; undefined if the request was refused. */
  readonly reply?: string | LongReply;
  /** Why the request was refused; nothing was changed then. */
  readonly refusal?: ApiError;
  readonly issues: RequestIssues;
  /** Taken when the request was settled, before anything else runs. */
  readonly order?: number;
  /** The time by the account's clock; undefined unless the operation read it. */
  readonly at?: string;
  readonly before: AccountState;
  readonly after: AccountState;
  /** The number of rows that the operation put or removed, committed or not. */
  readonly changedRows: number;
}

/**
 * Executes a request: parses its parts by their schemas, runs the operation, and writes the response.
 * @returns a promise if the account has to wait for a commit or for earlier writes, or if a read takes long
 * @throws only internal errors; a refusal is an outcome
 */
export function execute(
  operation: Operation,
  request: OperationRequest,
  context: ExecutionContext,
): Outcome | Promise<Outcome> {
  const execution = new Execution(operation, request, context);
  try {
    const outcome = execution.run();
    return outcome instanceof Promise ? outcome.catch(error => execution.refused(error)) : outcome;
  } catch (error) {
    return execution.refused(error);
  }
}

/** Returns the response of an outcome. @throws ApiError if the request was refused */
export function replyToSend({reply, refusal}: Outcome): string | LongReply {
  if (reply === undefined) {
    throw refusal;
  }
  return reply;
}

/** The same as one text; only for responses that are known to fit into a string. */
export const replyOf = (outcome: Outcome): string => `${replyToSend(outcome)}`;

class Execution {
  readonly #operation: Operation;
  readonly #request: OperationRequest;
  readonly #context: ExecutionContext;
  readonly #issues: Issues;
  #before: AccountState;
  #transaction: Transaction | undefined;

  constructor(operation: Operation, request: OperationRequest, context: ExecutionContext) {
    this.#operation = operation;
    this.#request = request;
    this.#context = context;
    this.#issues = Issues.none(context.settings.strict);
    this.#before = context.account.state;
  }

  run(): Outcome | Promise<Outcome> {
    const {settings, account, caches} = this.#context;
    const issues = this.#issues;
    const {params, textParams} = readPath(this.#request.path);
    const query = readQuery(this.#operation, this.#request.query, settings, issues);
    const body = readBody(this.#operation, this.#request.body, settings, issues);
    const {method, search} = this.#operation;
    // What a write changes has no text yet, and the garbage collector pays for each text that is kept.
    const texts = (method === 'GET' && caches?.rowTexts) || noRowTexts;
    const request = caches && method === 'GET' && search === undefined ? this.#requestText() : undefined;
    let takeBack: (() => void) | undefined;
    const reply = (answer: Page | object | undefined) => {
      issues.throwIfRefused();
      const linkTo = (offset: number) =>
        nextLink(this.#context.address(), this.#request.query, Number(query['limit']), offset);
      return replyText(this.#operation.reply, {answer, query, linkTo}, texts);
    };
    const work = (transaction: Transaction) => {
      takeBack?.(); // an attempt before this one may have added issues
      takeBack = issues.mark();
      this.#before = account.state;
      this.#transaction = transaction;
      const known = request && caches?.responseTexts.get(account.state.records, request);
      if (known !== undefined) {
        issues.throwIfRefused();
        return known;
      }
      const input = {params, textParams, query, body, issues, settings, caches};
      const answer = this.#operation.handle(input, transaction);
      if (isSteps(answer)) {
        return andThen(answer, reply);
      }
      const text = reply(answer);
      if (request !== undefined && typeof text === 'string' && transaction.nowIfAsked === undefined) {
        caches?.responseTexts.keep(account.state.records, request, text);
      }
      return text;
    };
    if (method === 'GET') {
      const read = this.#context.atOnce ? account.read(atOnce(work)) : account.readInTurns(work);
      return read instanceof Promise
        ? read.then(reply => this.#done(reply, this.#before))
        : this.#done(read, this.#before);
    }
    const written = account.write(this.#context.atOnce ? atOnce(work) : work);
    return written instanceof Promise
      ? written.then(reply => this.#done(reply, account.state))
      : this.#done(written, account.state);
  }

  /** Everything that the response to a GET depends on, except the records. */
  #requestText(): string {
    const {id, query} = this.#operation;
    const place = Object.values(this.#request.path).join('/');
    const sent = query === undefined ? '' : `${this.#context.address()} ${JSON.stringify(this.#request.query)}`;
    return `${id} ${place} ${settingsText(this.#context.settings)} ${sent}`;
  }

  #done(reply: string | LongReply, after: AccountState): Outcome {
    return {reply, ...this.#settled(), after};
  }

  refused(error: unknown): Outcome {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return {refusal: error, ...this.#settled(), after: this.#before};
  }

  #settled(): Pick<Outcome, 'issues' | 'order' | 'at' | 'before' | 'changedRows'> {
    const {nextOrder} = this.#context;
    const at = this.#transaction?.nowIfAsked;
    return {
      issues: this.#issues,
      ...(nextOrder && {order: nextOrder()}),
      ...(at !== undefined && {at}),
      before: this.#before,
      changedRows: this.#transaction?.changedRows ?? 0,
    };
  }
}

const settingsText = memoizeWeakly((settings: Settings) => JSON.stringify(settings));

const atOnce =
  <T>(work: (transaction: Transaction) => T | Steps<T>) =>
  (transaction: Transaction): T => {
    const made = work(transaction);
    return isSteps(made) ? finish(made) : made;
  };

/** Parses `{id}` and `{..._id}`; a value that is not a positive integer is not found. */
function readPath(raw: OperationRequest['path']) {
  const params: Record<string, number> = {};
  const textParams: Record<string, string> = {};
  for (const name of Object.keys(raw)) {
    const value = raw[name]!;
    if (name !== 'id' && !name.endsWith('_id')) {
      textParams[name] = value;
    } else if (/^[1-9]\d{0,14}$/.test(value)) {
      params[name] = Number(value);
    } else {
      throw itemNotFound(value.slice(0, 60));
    }
  }
  return {params, textParams};
}

const noParameters = z.object({});

/** Observed: an unknown parameter is ignored. Every operation accepts the key as a parameter. */
function readQuery(
  {query: schema = noParameters}: Operation,
  raw: SentQuery,
  {maxLimit}: Settings,
  issues: Issues,
): Record<string, unknown> {
  const sent = withoutKey(raw);
  const query = (Object.keys(sent).length === 0 && defaultsOf(schema).data) || parseQuery(schema, sent, issues);
  return typeof query.limit === 'number' && query.limit > maxLimit ? {...query, limit: maxLimit} : query;
}

/** The parsed query of a request without parameters, which most requests are. */
const defaultsOf = memoizeWeakly((schema: z.ZodObject) => schema.safeParse({}));

function withoutKey(query: SentQuery): SentQuery {
  if (query['access_token'] === undefined) {
    return query;
  }
  const {access_token: _, ...sent} = query;
  return sent;
}

/** Observed: an unknown field is ignored. */
function readBody(operation: Operation, sent: unknown, settings: Settings, issues: Issues): Record<string, unknown> {
  const schema = bodySchemaOf(operation, settings);
  if (schema === undefined) {
    return {};
  }
  refuseManyElements(schema, sent, issues);
  const body = parseBody(schema, sent, issues);
  suggestWithout(operation, sent, settings, issues);
  ignoreUnknownFields(schema, sent, issues);
  return body;
}
