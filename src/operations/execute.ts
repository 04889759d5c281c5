import {createHash} from 'node:crypto';
import type {Account} from '../accounts/account.js';
import type {AccountState} from '../accounts/account-state.js';
import {ApiError} from '../errors.js';
import type {RequestIssues} from '../schema/issue.js';
import {Issues} from '../schema/issues.js';
import type {Settings} from '../settings.js';
import {memoizeWeakly} from '../store/caching.js';
import {type Chunked, finish, isChunked, runInTurns} from '../store/chunked.js';
import type {Transaction} from '../store/transaction.js';
import type {Caches} from './caches.js';
import type {Operation, OperationInput, ResultPage} from './operation.js';
import {type OperationRequest, readRequest} from './read-request.js';
import {type HandlerResult, type LongReply, nextLink, replyText} from './reply.js';

export interface ExecutionContext {
  readonly account: Account;
  readonly settings: Settings;
  readonly caches?: Caches | undefined;
  /** Numbers commits. A place is between the latest commit and the next one. */
  readonly commits?: {readonly place: number; nextOrder(): number};
  /** The requested address without its query; `next_link` begins with it. */
  address(): string;
}

export interface Outcome {
  /** The body of the response as JSON; undefined if the request was rejected. */
  readonly reply: string | LongReply | undefined;
  /** The reason for the rejection; nothing was changed. */
  readonly refusal: ApiError | undefined;
  readonly issues: RequestIssues;
  /** The number of its commit, or the place between commits at which it read the state. */
  readonly order: number | undefined;
  /** The time by the account's clock; undefined unless the operation read it. */
  readonly at: string | undefined;
  readonly before: AccountState;
  readonly after: AccountState;
  /** The number of rows that the operation put or removed, committed or not. */
  readonly changedRows: number;
}

/**
 * Executes a request: parses its parts by their schemas, runs the operation, and writes the response.
 * @throws only internal errors; a rejection is an outcome
 */
export const execute = (operation: Operation, request: OperationRequest, context: ExecutionContext): Promise<Outcome> =>
  new Execution(operation, request, context).run();

/**
 * Executes a request in the account's current state, without a pause. Nothing is committed.
 * @throws only internal errors; a rejection is an outcome
 */
export const executeDry = (operation: Operation, request: OperationRequest, context: ExecutionContext): Outcome =>
  new Execution(operation, request, context).runDry();

/** Returns the response of a dry run. @throws ApiError if the request is rejected */
export const preview = (operation: Operation, request: OperationRequest, context: ExecutionContext): string =>
  `${replyToSend(executeDry(operation, request, context))}`;

/** Returns the response of an outcome. @throws ApiError if the request was rejected */
export function replyToSend({reply, refusal}: Outcome): string | LongReply {
  if (reply === undefined) {
    throw refusal;
  }
  return reply;
}

class Execution {
  readonly #issues: Issues;
  #before!: AccountState;
  #order: number | undefined;
  #transaction: Transaction | undefined;

  constructor(
    private readonly operation: Operation,
    private readonly request: OperationRequest,
    private readonly context: ExecutionContext,
  ) {
    this.#issues = Issues.none(context.settings.strict);
    this.#look();
  }

  #look(): void {
    this.#before = this.context.account.state;
    this.#order = this.context.commits?.place;
  }

  async run(): Promise<Outcome> {
    try {
      const input = this.#parse();
      if (this.operation.method === 'GET') {
        return this.#settled(await this.#read(input), undefined, this.#before);
      }
      await this.#prepare(input);
      const work = async (transaction: Transaction) => {
        const returned = this.#handle(input, transaction);
        return this.#reply(isChunked(returned) ? await runInTurns(returned) : returned, input);
      };
      const {account} = this.context;
      const reply = await account.write(work, () => {
        this.#order = this.context.commits?.nextOrder();
      });
      return this.#settled(reply, undefined, account.state);
    } catch (error) {
      return this.refused(error);
    }
  }

  runDry(): Outcome {
    try {
      const input = this.#parse();
      const transaction = this.context.account.begin();
      const returned = this.#handle(input, transaction);
      const reply = this.#reply(isChunked(returned) ? finish(returned) : returned, input);
      return this.#settled(reply, undefined, {...this.#before, records: transaction.result()});
    } catch (error) {
      return this.refused(error);
    }
  }

  #parse(): ParsedRequest {
    const {settings, caches} = this.context;
    const issues = this.#issues;
    const {params, textParams, query, body} = readRequest(this.operation, this.request, settings, issues);
    return {params, textParams, query, body, issues, settings, caches}; // a spread takes 4 µs
  }

  async #read(input: ParsedRequest): Promise<string | LongReply> {
    const {account, caches} = this.context;
    const texts = this.operation.search === undefined ? caches?.responseTexts : undefined;
    const request = texts && this.#requestText();
    const known = request && texts.get(account.state.records, request);
    if (known !== undefined) {
      this.#look();
      this.#issues.throwIfRefused();
      return known;
    }
    const preparing = this.#prepare(input);
    if (preparing !== undefined) {
      await preparing;
    }
    const transaction = account.begin();
    const returned = this.#handle(input, transaction);
    const reply = this.#reply(isChunked(returned) ? await runInTurns(returned) : returned, input);
    if (request !== undefined && typeof reply === 'string' && transaction.nowIfRead === undefined) {
      texts?.keep(this.#before.records, request, reply);
    }
    return reply;
  }

  #prepare({query, settings}: ParsedRequest): Promise<void> | undefined {
    const {operation, context} = this;
    return context.account.prepare(transaction => {
      const ofKind = transaction.missingIndexes(kindOf(operation), operation.reply.kind !== 'page');
      return ofKind.concat(operation.missingIndexes?.({query, settings}, transaction) ?? []);
    });
  }

  #handle(input: ParsedRequest, transaction: Transaction): HandlerResult['returned'] | Chunked<ResultPage | undefined> {
    this.#look();
    this.#transaction = transaction;
    return this.operation.handle(input, transaction);
  }

  #reply(returned: HandlerResult['returned'], {query}: ParsedRequest): string | LongReply {
    this.#issues.throwIfRefused();
    const linkTo = (offset: number) =>
      nextLink(this.context.address(), this.request.query, Number(query['limit']), offset);
    return replyText(this.operation.reply, {returned, query, linkTo});
  }

  /** Everything that the response to a GET depends on, except the records. */
  #requestText(): string {
    const {id, query} = this.operation;
    const place = Object.values(this.request.path).join('/');
    const sent = query === undefined ? '' : `${this.context.address()} ${JSON.stringify(this.request.query)}`;
    return `${id} ${place} ${settingsDigest(this.context.settings)} ${sent}`;
  }

  refused(error: unknown): Outcome {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return this.#settled(undefined, error, this.#before);
  }

  /** One literal, because a spread would take some microseconds per request. */
  #settled(reply: Outcome['reply'], refusal: Outcome['refusal'], after: AccountState): Outcome {
    return {
      reply,
      refusal,
      issues: this.#issues,
      order: this.#order,
      at: this.#transaction?.nowIfRead,
      before: this.#before,
      after,
      changedRows: this.#transaction?.changedRows ?? 0,
    };
  }
}

const kindOf = memoizeWeakly(
  ({path, kind}: Operation) =>
    kind ?? path.split('/').findLast(step => step !== 'search' && !step.startsWith('{')) ?? '',
);

type ParsedRequest = OperationInput<Record<string, unknown>, Record<string, unknown>>;

/** A digest, because it is part of the key of every request. */
const settingsDigest = memoizeWeakly((settings: Settings) =>
  createHash('sha256').update(JSON.stringify(settings)).digest('base64'),
);
