import type {Contract, Operation} from './contract.js';
import type {Coverage} from './coverage.js';
import {misfits} from './json-schema.js';
import {curlLine, type Reply, type Send, type SentRequest} from './wire.js';

/** A server under test, and what can be seen of it besides its replies. */
export interface Server {
  readonly url: string;
  readonly key: string;
  /** Keys that may only read, and that may do nothing. */
  readonly readOnlyKey: string;
  readonly blockedKey: string;
  readonly send: Send;
  /** Back to the state that it started from. */
  reset(): Promise<void>;
  /** Keeps the present state, for `changes`. */
  mark(): Promise<void>;
  /** How many records were made, changed or deleted since `mark`. */
  changes(): Promise<number>;
  /** What it reported as faults of its own. */
  faults(): readonly unknown[];
}

/** A reply that the document does not allow. */
export class ContractFailure extends Error {
  override readonly name = 'ContractFailure';
}

/** What such a failure says. @throws what is none */
export function failureOf(error: unknown): string {
  if (error instanceof ContractFailure) {
    return error.message;
  }
  throw error;
}

/** What the fuzz works on. */
export interface Subject {
  readonly contract: Contract;
  readonly server: Server;
  readonly coverage: Coverage;
}

/** The requests of one run, one after another; any reply that the document does not allow ends it. */
export class Exchange {
  readonly #subject: Subject;
  readonly #lines: string[] = [];

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  /**
   * Sends a request and looks at the reply.
   * @param operation whose responses it must be one of; an error like all others where it is of no operation
   * @param expected statuses that are right here
   * @throws ContractFailure
   */
  async ask(request: SentRequest, operation: Operation | undefined, expected: readonly number[]): Promise<Reply> {
    const {server, coverage} = this.#subject;
    this.#lines.push(curlLine(server.url, request));
    const faults = server.faults().length;
    await server.mark();
    const reply = await server
      .send(request)
      .catch((error: Error) => this.#fail(`the connection broke: ${error.message}`));
    coverage.count(reply.status);
    const wrong = server
      .faults()
      .slice(faults)
      .map(fault => `the server reported ${fault}`);
    this.require(wrong.length === 0, wrong.join('; '), reply);
    this.require(reply.status < 500, `the status is ${reply.status}`, reply);
    this.#looksRight(request, operation, reply);
    this.require(
      expected.includes(reply.status),
      `the status is ${reply.status}, and not ${expected.join(' or ')}`,
      reply,
    );
    if (reply.status >= 400 || request.method === 'GET' || request.method === 'HEAD') {
      this.require((await server.changes()) === 0, 'it changed something all the same', reply);
    }
    return reply;
  }

  /** @throws ContractFailure that shows every request of the run, the last of them at fault */
  require(holds: boolean, complaint: string, {status, contentType, text}: Reply): void {
    if (!holds) {
      this.#fail(complaint, `${status} ${contentType} ${text.slice(0, 1000)}`);
    }
  }

  #fail(complaint: string, ...answer: readonly string[]): never {
    throw new ContractFailure([complaint, ...this.#lines, ...answer].join('\n    '));
  }

  #looksRight({method}: SentRequest, operation: Operation | undefined, reply: Reply): void {
    const {status, contentType, body, headers} = reply;
    if (method === 'HEAD') {
      this.require(reply.text === '', 'a HEAD has a body', reply);
      return;
    }
    if (operation === undefined) {
      const wrong = misfits(this.#subject.contract.error, body);
      this.require(wrong.length === 0 && contentType === 'application/json', `no usual error: ${wrong}`, reply);
      return;
    }
    const response = operation.responses.get(status);
    this.require(response !== undefined, `${operation.id} does not declare the status ${status}`, reply);
    const schema = response!.schemas.get(contentType);
    this.require(schema !== undefined, `${operation.id} declares no ${contentType} for ${status}`, reply);
    const wrong = misfits(schema!, body);
    this.require(
      wrong.length === 0,
      `the reply of ${operation.id} is not as declared: ${wrong.slice(0, 5).join('; ')}`,
      reply,
    );
    const missing = response!.headers.filter(name => headers[name.toLowerCase()] === undefined);
    this.require(missing.length === 0, `the reply lacks the header ${missing.join(', ')}`, reply);
  }
}
